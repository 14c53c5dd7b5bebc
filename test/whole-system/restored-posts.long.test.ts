import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { type Recollection, recallSent, settleRecalled } from '#modules/publishing/index.ts'
import { everyNetwork } from '../connector-suite/networks/index.ts'
import { backUpTables } from '../harness/app/back-up-tables.ts'
import { publishQuotable } from '../kinds/quotable.ts'
import { type Connected, type KindStage, openKindStage } from '../kinds/stage.ts'
import { bodyOf, type Case, expected, seenOf } from '../kinds/written.ts'
import { done } from '../world/people.ts'

/**
 * Tests that publish every kind of post of every network after a backup and then restore the backup. In the database,
 * these posts are unsent, like others that actually are. Each network is queried, and no post is published twice.
 */
const cases: readonly Case[] = Object.values(everyNetwork).flatMap((network) =>
  network.kinds.map((kind) => ({ network, kind, title: `${network.connector.network}: ${kind.name}` })),
)
const sent = 'The harbour is open'
const unsent = 'The harbour is closed'
const accounts = new Map<Case, Connected>()
const accountOf = (one: Case): Connected => accounts.get(one) ?? assert.fail(`${one.title} has no account`)

/**
 * Facebook does not list stories, Instagram's stories have no text to identify them, LinkedIn does not return what a
 * member has posted, and TikTok does not list drafts.
 */
const isUnlisted = ({ network, kind }: Case): boolean =>
  kind.draft === true ||
  kind.format === 'story' ||
  (network.connector.network === 'linkedin' && kind.scopes !== undefined)

/** TikTok's list can prove that a post is published, but never that it is not: it may still appear. */
const isNeverAbsent = ({ network }: Case): boolean => network.connector.network === 'tiktok'

let stage: KindStage
let quotedBy: (one: Case) => string | undefined
const targets = { [sent]: new Map<Case, string>(), [unsent]: new Map<Case, string>() }
let recollections: readonly Recollection[]

before(async () => {
  stage = await openKindStage()
  const { t } = stage
  for (const one of cases) accounts.set(one, await stage.connect(one.network, one.kind))
  quotedBy = await publishQuotable(stage)
  const since = t.now()
  await write(sent, { scheduledAt: new Date(since.getTime() + seconds(10)).toISOString() })
  const restore = await backUpTables(t.db)
  await t.advance(seconds(20))
  await stage.settle()
  await restore()
  await write(unsent, {})
  // A hold blocks every post; the tick enqueues the due ones.
  await createDispatcher(t.deps).tick()
  recollections = await recallSent(t.deps, { since, signal: new AbortController().signal })
  await settleRecalled(t.deps, recollections)
  await stage.settle()
})
after(() => stage[Symbol.asyncDispose]())

async function write(words: typeof sent | typeof unsent, more: object): Promise<void> {
  for (const one of cases) {
    const body = { ...bodyOf(stage, one, accountOf(one), words, quotedBy(one)), ...more }
    const [target] = done(await stage.by.post('/v1/posts', body), 201).body.targets
    targets[words].set(one, target.id)
  }
}

function recalled(one: Case, words: typeof sent | typeof unsent): Recollection['is'] {
  const id = fromWire('tgt', targets[words].get(one) ?? '')
  return recollections.find(({ targetId }) => targetId === id)?.is ?? assert.fail(`${one.title} was not asked for`)
}

for (const one of cases) {
  test(`${one.title}: after a restore, sent posts are not sent again, and unsent ones are sent`, () => {
    const here = recalled(one, sent)
    const notHere = recalled(one, unsent)
    assert.equal(here, isUnlisted(one) ? 'unsure' : 'there')
    assert.equal(notHere, isUnlisted(one) || isNeverAbsent(one) ? 'unsure' : 'absent')
    if (one.kind.draft) return
    const parts = [...expected(stage, one, sent), ...(notHere === 'absent' ? expected(stage, one, unsent) : [])]
    assert.deepEqual(
      seenOf(stage, one, accountOf(one)).map(({ text }) => text),
      parts.map(({ text }) => text),
    )
  })
}
