import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { everyNetwork } from './connector-suite/networks/index.ts'
import { type Connected, type KindStage, openKindStage } from './kinds/stage.ts'
import { bodyOf, type Case, expected, seenOf } from './kinds/written.ts'

/**
 * Every kind of post of every network goes from the API to the network's feed, all of them side by side in one
 * application: first undisturbed, then with the answer lost to the very call that made it visible.
 */
const cases: readonly Case[] = Object.values(everyNetwork).flatMap((network) =>
  network.kinds.map((kind) => ({ network, kind, title: `${network.connector.network}: ${kind.name}` })),
)
const accounts = new Map<Case, Connected>()
const accountOf = (one: Case): Connected => accounts.get(one) ?? assert.fail(`${one.title} has no account`)

/** Those of one network at once. */
async function ofEach(work: (one: Case) => Promise<void>): Promise<void> {
  for (const network of Object.values(everyNetwork))
    await Promise.all(cases.filter((one) => one.network === network).map(work))
}

let stage: KindStage
before(async () => {
  stage = await openKindStage()
  await ofEach(async (one) => void accounts.set(one, await stage.connect(one.network, one.kind)))
})
after(() => stage[Symbol.asyncDispose]())

const [first, second] = ['The harbour is open', 'The harbour is closed']

/** Writes every kind and lets all of it end; gives back the ids of the posts. */
async function publishAll(words: string): Promise<ReadonlyMap<Case, string>> {
  const posts = new Map<Case, string>()
  await ofEach(async (one) => {
    const answer = await stage.by.post('/v1/posts', bodyOf(stage, one, accountOf(one), words))
    assert.equal(answer.status, 201, `${one.title}: ${answer.text}`)
    posts.set(one, answer.body.id)
  })
  await stage.settle()
  return posts
}

async function targetOf(posts: ReadonlyMap<Case, string>, one: Case) {
  const { body } = await stage.by.get(`/v1/posts/${posts.get(one)}`)
  return body.targets[0]
}

/** A draft is seen by nobody before its owner has finished it there. */
async function finishDraft({ network, kind }: Case, { person }: Connected): Promise<void> {
  if (kind.draft) await stage.t.sandbox.network(network.connector.network).acts.finish_drafts?.(person)
}

/** The calls of an account, by the names that plans have for them. */
function callsOf({ network }: Case, { person, ledgerName }: Connected, after = 0) {
  const { calls } = stage.t.sandbox.calls.list({ network: network.connector.network, after })
  return calls
    .filter(({ account }) => account === person || account === ledgerName)
    .map(({ call, account, fault }) => ({ call: call.split('.').at(-1) ?? call, account: account ?? '', fault }))
}

describe('undisturbed', () => {
  let posts: ReadonlyMap<Case, string>
  before(async () => {
    posts = await publishAll(first)
  })
  for (const one of cases)
    test(`${one.title} goes from the API to the feed, once, with its text and its files`, async () => {
      const account = accountOf(one)
      const { status, error } = await targetOf(posts, one)
      assert.deepEqual([status, error], ['published', null])
      if (one.kind.draft) assert.deepEqual(seenOf(stage, one, account), [], 'nobody sees a draft')
      await finishDraft(one, account)
      assert.deepEqual(seenOf(stage, one, account), expected(stage, one, first))
    })
})

/** All that leaves it open whether the call has done what it does. */
const ends = ['drop_after', 'error_after'] as const

describe('with a lost answer', () => {
  let posts: ReadonlyMap<Case, string>
  let seq = 0
  before(async () => {
    seq = stage.t.sandbox.calls.total
    for (const [at, one] of cases.entries()) {
      const { after: call } = one.kind.foundOut
      const { account } = callsOf(one, accountOf(one)).find((made) => made.call === call) ?? assert.fail(one.title)
      const { network } = one.network.connector
      stage.t.sandbox.faults.add({ network, account, call, kind: ends[at % ends.length] ?? 'drop_after', times: 1 })
    }
    posts = await publishAll(second)
  })
  for (const one of cases)
    test(`${one.title} is there once all the same, and is found out as the table says`, async () => {
      const account = accountOf(one)
      const { after: call, by, asks = by === 'repeat' ? call : null } = one.kind.foundOut
      const calls = callsOf(one, account, seq)
      const lost = calls.findIndex(({ fault }) => fault !== null)
      assert.equal(calls[lost]?.call, call)
      // What has a name may be sent to it once more.
      const next = calls.slice(lost + 1).filter((made) => by !== 'handle' || made.call !== call)
      assert.equal(next[0]?.call ?? null, asks)
      const { status, error } = await targetOf(posts, one)
      assert.equal(status, by === 'nobody' ? 'unknown' : 'published', error)
      await finishDraft(one, account)
      assert.deepEqual(seenOf(stage, one, account, expected(stage, one, first).length), expected(stage, one, second))
      if (by !== 'nobody') return
      const resolved = await stage.by.post(`/v1/posts/${posts.get(one)}/retry`, { resolve: 'published' })
      assert.equal(resolved.body.status, 'published', resolved.text)
    })
})
