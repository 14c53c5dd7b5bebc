import assert from 'node:assert/strict'
import type { Person } from '../harness/app.ts'
import type { Answer, Client } from '../harness/client.ts'

/** Roles on another user's profile, granted through the API as any user would. */
export type GrantedRole = 'admin' | 'editor' | 'approver' | 'contributor' | 'viewer'

export const refused = (answer: Answer, status: number, code: string): void =>
  assert.deepEqual([answer.status, answer.body?.code], [status, code], answer.text)

export function done(answer: Answer, status = 200): Answer {
  assert.equal(answer.status, status, answer.text)
  return answer
}

export const makeProfile = async (owner: Client, name = 'a profile'): Promise<string> =>
  done(await owner.post('/v1/profiles', { name })).body.id

export const invite = async (
  owner: Client,
  profileId: string,
  body: object,
): Promise<{ readonly id: string; readonly inviteToken: string }> =>
  done(await owner.post(`/v1/profiles/${profileId}/invites`, body), 201).body

export const accept = (person: Client, token: string): Promise<Answer> =>
  person.post('/v1/profiles/invites/accept', { token })

/** Makes a user a member with this role, whatever role they had. */
export async function grant(owner: Client, profileId: string, person: Person, role: GrantedRole): Promise<void> {
  const changed = await owner.patch(`/v1/profiles/${profileId}/members/${person.uid}`, { role })
  if (changed.status === 404) done(await accept(person, (await invite(owner, profileId, { role })).inviteToken))
  else done(changed)
}
