import assert from 'node:assert/strict'
import { bluesky } from '#connectors/bluesky/index.ts'
import { scopeNames } from '#kernel/caller.ts'
import type { Person, TestApp } from '../harness/app.ts'
import type { Client } from '../harness/client.ts'

const plainScopes = scopeNames.filter((name) => !name.startsWith('admin:'))
let writers = 0

/**
 * Creates a new user with a profile that is connected to accounts on both networks of the sandbox. They write with an
 * API key, which does not expire when a test moves the clock. No one else uses their accounts.
 */
export async function connectBoth(t: TestApp) {
  writers += 1
  const login = `user-${9_000 + writers}`
  const person = await t.as(login)
  const made = await person.post('/v1/profiles', { name: `of ${login}` })
  assert.equal(made.status, 200, made.text)
  const profileId: string = made.body.id
  const bluesky = await connectBluesky(person, profileId, login)
  const mastodon = await connectMastodon(t, person, profileId, login)
  const { key, client: ada } = await makeKey(t, person, plainScopes)
  return { ada, key, person, profileId, bluesky, mastodon, login }
}

export async function withKey(
  t: TestApp,
  person: Person,
  scopes: readonly string[],
  more: object = {},
): Promise<Client> {
  return (await makeKey(t, person, scopes, more)).client
}

async function makeKey(t: TestApp, person: Person, scopes: readonly string[], more: object = {}) {
  const answer = await person.post('/v1/api-keys', { name: 'writes', scopes, ...more })
  assert.equal(answer.status, 201, answer.text)
  const key: string = answer.body.key
  return { key, client: t.withToken(key) }
}

export const inTime = (t: TestApp, ms: number): string => new Date(t.now().getTime() + ms).toISOString()

export async function connectBluesky(person: Client, profileId: string, login = 'alice'): Promise<string> {
  const answer = await person.post('/v1/platforms/bluesky/connect', {
    profileId,
    identifier: `${login}.sandbox`,
    appPassword: 'sand-boxx-pass-word',
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

export async function connectMastodon(t: TestApp, person: Person, profileId: string, login = 'alice'): Promise<string> {
  const answer = await person.post('/v1/platforms/mastodon/connect', {
    profileId,
    instanceUrl: `${t.sandbox.url}/mastodon`,
    accessToken: `sandbox-token-${login}`,
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

/** A Bluesky that cannot be queried for a post: a lost response leaves the outcome unknown. */
export const silentBluesky = {
  ...bluesky,
  steps: Object.fromEntries(
    Object.entries(bluesky.steps).map(([name, step]) => [
      name,
      step.shows ? { ...step, repeat: 'once' as const, find: async () => 'unsure' as const } : step,
    ]),
  ),
}
