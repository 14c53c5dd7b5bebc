import { request } from 'undici'
import type { TestApp } from '../harness/app.ts'
import type { Answer } from '../harness/client.ts'

export const scimToken = 'directory-token-for-tests-0123456789'
export const scimSettings = { SCIM_TOKEN: scimToken }

type ScimAnswer = Pick<Answer, 'status' | 'body' | 'text'> & {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** The directory of a company, as a client of SCIM. */
export function directory(t: Pick<TestApp, 'url'>, token: string | null = scimToken) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ScimAnswer> => {
    const answer = await request(`${t.url}/scim/v2${path}`, {
      method: method as 'GET',
      headers: {
        accept: 'application/scim+json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, text, body: text === '' ? null : JSON.parse(text) }
  }
  const patch = (path: string, ...Operations: readonly object[]) =>
    send('PATCH', path, { schemas: [patchSchema], Operations })
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch,
    delete: (path: string) => send('DELETE', path),
    /** Creates a person as Okta does, and returns their ID. */
    async person(name: string, more: object = {}): Promise<string> {
      const answer = await send('POST', '/Users', oktaUser(name, more))
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.id
    },
    async group(displayName: string, members: readonly string[] = []): Promise<string> {
      const body = { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })) }
      const answer = await send('POST', '/Groups', body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.id
    },
    activate: (id: string, active: unknown) => patch(`/Users/${id}`, { op: 'replace', value: { active } }),
  }
}

/** A person as Okta sends them. */
export const oktaUser = (name: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: `${name}@example.com`,
  name: { givenName: name, familyName: 'Example' },
  emails: [{ primary: true, value: `${name}@example.com`, type: 'work' }],
  displayName: `${name} Example`,
  locale: 'en-US',
  externalId: `okta-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})
