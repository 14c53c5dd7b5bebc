import assert from 'node:assert/strict'
import { fromWire, type UserId } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { apiAt, apiInside } from '#tasks/api.ts'
import { type Outcome, runTask } from '#tasks/run-task.ts'
import type { Api, Task } from '#tasks/task.ts'
import type { Person, TestApp } from '#test/harness/app.ts'

/** Opens the API like a linked chat: in the process, for a user that the chat identifies itself. */
export async function openInside(t: TestApp, { uid }: Pick<Person, 'uid'>, idempotencyKey?: string): Promise<Api> {
  const id = fromWire('usr', uid) as UserId
  const caller = await callerOfUser(t.deps, id, 'req_from_a_chat')
  assert.ok(caller)
  return apiInside(t.deps.inside.fetchAs(caller), idempotencyKey === undefined ? {} : { idempotencyKey })
}

/** The port of a remote program: HTTP with a key. */
export const openRemote = (t: TestApp, key: string): Api => apiAt({ url: t.url, key })

const view = { timezone: 'Europe/Berlin' }

export const attempt = (task: Task, api: Api, input: object = {}): Promise<Outcome> => runTask(task, api, input, view)

/** Runs a task that has to succeed, and checks its result against its own schema. */
export async function succeed(task: Task, api: Api, input: object = {}) {
  const outcome = await attempt(task, api, input)
  assert.ok(outcome.ok, `${task.name}: ${outcome.text}`)
  task.output.strict().parse(outcome.result)
  assert.notEqual(outcome.text.trim(), '', task.name)
  return outcome
}

export async function refused(task: Task, api: Api, input: object = {}) {
  const outcome = await attempt(task, api, input)
  assert.ok(!outcome.ok, `${task.name} succeeded: ${outcome.text}`)
  return outcome
}
