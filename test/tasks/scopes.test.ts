import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Scope } from '#kernel/caller.ts'
import { fromWire, type UserId } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { apiInside } from '#tasks/api.ts'
import { catalogue } from '#tasks/catalogue.ts'
import type { Api, Task } from '#tasks/task.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { storeConversation } from '#test/world/inbox.ts'
import { connectBoth } from '#test/world/posts.ts'
import { type ExampleWorld, examples } from './examples.ts'
import { attempt, openInside, succeed } from './stage.ts'

/** Runs each task as a program with a key that has only the scopes that the task names. */
let t: TestApp
let world: ExampleWorld
let withScopes: (scopes: readonly Scope[]) => Api
before(async () => {
  t = await startApp({ sandbox: true })
  const w = await connectBoth(t)
  const api = await openInside(t, w.person)
  const { connections } = await api.listConnections({ profileId: w.profileId })
  const handle = connections.find(({ network }) => network === 'mastodon')?.handle ?? ''
  world = {
    ...{ api, profileId: w.profileId, profileName: `of ${w.login}`, handle },
    beginConversation: () => storeConversation(t.db, { profileId: w.profileId, accountId: w.bluesky, at: t.now() }),
  }
  const caller = await callerOfUser(t.deps, fromWire('usr', w.person.uid) as UserId, 'req_narrow')
  assert.ok(caller)
  withScopes = (scopes) => apiInside(t.deps.inside.fetchAs({ ...caller, scopes: new Set(scopes) }))
})
after(() => t[Symbol.asyncDispose]())

const codeOf = async (task: Task, api: Api, input: object): Promise<string> => {
  const outcome = await attempt(task, api, input)
  return outcome.ok ? 'done' : outcome.error.code
}

test('each task works with a key that has exactly its scopes, and requires each of them', async () => {
  assert.deepEqual(Object.keys(examples).sort(), catalogue.map(({ name }) => name).sort())
  for (const task of catalogue) {
    const calls = examples[task.name] ?? []
    for (const { input, code } of calls) {
      const given = await input(world)
      if (code === undefined) await succeed(task, withScopes(task.scopes), given)
      else assert.equal(await codeOf(task, withScopes(task.scopes), given), code, task.name)
    }
    for (const scope of task.scopes) {
      const others = withScopes(task.scopes.filter((one) => one !== scope))
      const codes = []
      for (const { input } of calls) codes.push(await codeOf(task, others, await input(world)))
      assert.ok(codes.includes('scope_required'), `${task.name} works without ${scope}: ${codes.join(', ')}`)
    }
  }
})
