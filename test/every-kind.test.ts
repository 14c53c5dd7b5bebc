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

let stage: KindStage
before(async () => {
  stage = await openKindStage()
  for (const one of cases) accounts.set(one, await stage.connect(one.network, one.kind))
})
after(() => stage[Symbol.asyncDispose]())

/** Writes every kind; gives back the ids of the posts. */
async function writeAll(words: string): Promise<ReadonlyMap<Case, string>> {
  const made = new Map<Case, string>()
  for (const one of cases) {
    const answer = await stage.by.post('/v1/posts', bodyOf(stage, one, accountOf(one), words))
    assert.equal(answer.status, 201, `${one.title}: ${answer.text}`)
    made.set(one, answer.body.id)
  }
  return made
}

/** A draft is seen by nobody before its owner has finished it there. */
async function finishDraft({ network, kind }: Case, { person, ledgerName }: Connected): Promise<void> {
  if (!kind.draft) return
  const name = network.connector.network
  assert.deepEqual(stage.t.sandbox.ledger.entries({ network: name, account: ledgerName }), [])
  await stage.t.sandbox.network(name).acts.finish_drafts?.(person)
}

describe('undisturbed', () => {
  let posts: ReadonlyMap<Case, string>
  before(async () => {
    posts = await writeAll('The harbour is open')
    await stage.settle()
  })
  for (const one of cases)
    test(`${one.title}: from the API to the feed, once, with its text and its files`, async () => {
      const account = accountOf(one)
      const read = await stage.by.get(`/v1/posts/${posts.get(one)}`)
      assert.equal(read.body.status, 'published', read.text)
      await finishDraft(one, account)
      assert.deepEqual(seenOf(stage, one, account), expected(stage, one, 'The harbour is open'))
    })
})
