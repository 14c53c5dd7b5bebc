import assert from 'node:assert/strict'
import { setRole } from '#modules/identity/index.ts'
import { codeAt, stepAt } from '../../src/modules/identity/second-factor/totp.ts'
import type { Person, TestApp } from '../harness/app.ts'
import type { Answer } from '../harness/client.ts'

interface Enrolled extends Person {
  readonly secret: Buffer
  readonly recoveryCodes: readonly string[]
}

/** An authenticator app: creates users with a second factor and their codes. */
export function authenticator(t: TestApp) {
  let people = 0

  async function staff(): Promise<Person> {
    const person = await t.as(`staff${++people}`)
    await setRole(t.deps, person.email, 'support')
    return person
  }

  return {
    staff,
    async enrolled(): Promise<Enrolled> {
      const person = await staff()
      const secret = secretOf(await person.post('/v1/admin/mfa/enroll/start'))
      const code = codeAt(secret, stepAt(t.now()))
      const { status, body } = await person.post('/v1/admin/mfa/enroll/verify', { code })
      assert.equal(status, 200)
      return { ...person, secret, recoveryCodes: body.recoveryCodes }
    },
    codeNow: ({ secret }: Pick<Enrolled, 'secret'>, ahead = 0): string => codeAt(secret, stepAt(t.now()) + ahead),
    /** Returns a six-digit code that is wrong now. */
    wrong({ secret }: Pick<Enrolled, 'secret'>): string {
      const near = [-1, 0, 1].map((ahead) => codeAt(secret, stepAt(t.now()) + ahead))
      return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!
    },
    signIn: ({ email, password }: Person, totp?: string, on = t): Promise<Answer> =>
      on.anyone.post('/v1/auth/sign-in', { email, password, ...(totp === undefined ? {} : { totp }) }),
    /** Returns the audit entries about a user's factor. */
    noted: (person: Person, action = '%') =>
      t.db
        .selectFrom('auditEntry')
        .select(['action', 'actorUid', 'requestId', 'changes'])
        .where('subject', '=', person.uid)
        .where('action', 'like', `second_factor.${action}`)
        .orderBy('action')
        .execute(),
  }
}

export const withCode = (code: string) => ({ headers: { 'x-mfa-code': code } })

/** Returns the secret from the response to an enrollment, as an app reads it. */
export function secretOf({ status, body, text }: Answer): Buffer {
  assert.equal(status, 200, text)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...body.secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * Sets up two-step verification for the first user, who is superadmin. Each call moves the clock to the next code, and
 * sends it.
 */
export async function superadmin(t: TestApp, as?: Person) {
  let person = as ?? (await t.as('root'))
  const secret = secretOf(await person.post('/v1/admin/mfa/enroll/start'))
  const code = codeAt(secret, stepAt(t.now()))
  assert.equal((await person.post('/v1/admin/mfa/enroll/verify', { code })).status, 200)
  let calls = 0
  /** An identity token lasts for 15 minutes. */
  const renew = async () => {
    await t.advance(30_000)
    const { email, password } = person
    const { body } = await t.anyone.post('/v1/auth/sign-in', { email, password, totp: codeAt(secret, stepAt(t.now())) })
    person = { ...person, ...t.withToken(body.token) }
  }
  const next = async () => {
    if (calls++ % 20 === 0) await renew()
    await t.advance(30_000)
    return withCode(codeAt(secret, stepAt(t.now())))
  }
  return {
    uid: person.uid,
    client: () => person,
    get: async (path: string): Promise<Answer> => {
      const more = await next()
      return await person.get(path, more)
    },
    post: async (path: string, body?: unknown): Promise<Answer> => {
      const more = await next()
      return await person.post(path, body, more)
    },
    delete: async (path: string): Promise<Answer> => {
      const more = await next()
      return await person.delete(path, undefined, more)
    },
  }
}
