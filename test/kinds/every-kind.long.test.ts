import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Format } from '#rules/limits.ts'
import { everyNetwork } from '../connector-suite/networks/index.ts'
import { type Break, breaksOf, togetherOf } from './breaks.ts'
import { checkGivenBack } from './given-back.ts'
import { type Connected, type KindStage, openKindStage } from './stage.ts'
import { bodyOf, type Case, expected, filesOf, quotedText, seenOf } from './written.ts'

/**
 * Publishes every kind of post of every network, from the API to the network's feed, in parallel in one application,
 * each with the response to its visible call lost. Kinds that differ in that call are also published without faults.
 * The same application reports what the networks forbid.
 */
const cases: readonly Case[] = Object.values(everyNetwork).flatMap((network) =>
  network.kinds.map((kind) => ({ network, kind, title: `${network.connector.network}: ${kind.name}` })),
)
const accounts = new Map<Case, Connected>()
const accountOf = (one: Case): Connected => accounts.get(one) ?? assert.fail(`${one.title} has no account`)

/** The first kind for each visible call. */
const undisturbed = cases.filter(
  ({ network, kind }) => kind === network.kinds.find(({ foundOut }) => foundOut.after === kind.foundOut.after),
)

/** Runs the cases of each network together. */
async function ofEach(these: readonly Case[], work: (one: Case) => Promise<void>): Promise<void> {
  for (const network of Object.values(everyNetwork))
    await Promise.all(these.filter((one) => one.network === network).map(work))
}

let stage: KindStage
before(async () => {
  stage = await openKindStage()
  await ofEach(cases, async (one) => void accounts.set(one, await stage.connect(one.network, one.kind)))
})
after(() => stage[Symbol.asyncDispose]())

const first = quotedText
const second = 'The harbour is closed'

interface Outcome {
  readonly postId: string
  /** The ID of its target. */
  readonly id: string
  readonly status: string
  readonly error: string | null
  readonly platformPostId: string | null
  readonly platformUrl: string | null
}

/** Writes the posts, waits until all have ended, and returns their outcomes. */
async function publish(these: readonly Case[], words: string): Promise<(one: Case) => Outcome> {
  const ids = new Map<Case, string>()
  await ofEach(these, async (one) => {
    const answer = await stage.by.post('/v1/posts', bodyOf(stage, one, accountOf(one), words, quotedBy(one)))
    assert.equal(answer.status, 201, `${one.title}: ${answer.text}`)
    ids.set(one, answer.body.id)
  })
  await stage.settle()
  const outcomes = new Map<string, Outcome>()
  for (let cursor = ''; ; ) {
    const { posts, nextCursor } = (await stage.by.get(`/v1/posts?limit=100${cursor}`)).body
    for (const { id, targets } of posts) outcomes.set(id, { ...targets[0], postId: id })
    if (nextCursor === null) break
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
  return (one) => outcomes.get(ids.get(one) ?? '') ?? assert.fail(`${one.title} is not a post`)
}

/** The outcomes of the posts that others may quote. */
let outcomeOfFirst: ((one: Case) => Outcome) | null = null
let outcomeOfSecond: ((one: Case) => Outcome) | null = null

/** Returns the name of the post that this one quotes: the first one on its network, which another person published. */
function quotedBy({ network, kind }: Case): string | undefined {
  const one = undisturbed.find((other) => other.network === network)
  if (!kind.quotes || !one) return undefined
  const quoted = outcomeOfFirst?.(one) ?? assert.fail('a post is published before it is quoted')
  return (
    (kind.quotes.by === 'url' ? quoted.platformUrl : quoted.platformPostId) ?? assert.fail(`${one.title} has no name`)
  )
}

/** A draft is not visible until its owner has finished it on the network. */
async function finishDraft({ network, kind }: Case, { person }: Connected): Promise<void> {
  if (kind.draft) await stage.t.sandbox.network(network.connector.network).acts.finish_drafts?.(person)
}

/** Returns the calls of an account, named as in plans. */
function callsOf({ network }: Case, { person, ledgerName }: Connected, after = 0) {
  const { calls } = stage.t.sandbox.calls.list({ network: network.connector.network, after })
  return calls
    .filter(({ account }) => account === person || account === ledgerName)
    .map(({ call, fault }) => ({ call: call.split('.').at(-1) ?? call, fault }))
}

describe('undisturbed', () => {
  let outcomeOf: (one: Case) => Outcome
  before(async () => {
    outcomeOf = await publish(undisturbed, first)
    outcomeOfFirst = outcomeOf
  })
  for (const one of undisturbed)
    test(`${one.title} is published from the API to the feed, once, with its text and its files`, async () => {
      const account = accountOf(one)
      const { status, error } = outcomeOf(one)
      assert.deepEqual([status, error], ['published', null])
      if (one.kind.draft) assert.deepEqual(seenOf(stage, one, account), [], 'a draft is not visible')
      await finishDraft(one, account)
      assert.deepEqual(seenOf(stage, one, account), expected(stage, one, first))
    })
})

/** The faults that leave unknown whether the call took effect. */
const ends = ['drop_after', 'error_after'] as const

describe('with a lost response', () => {
  let outcomeOf: (one: Case) => Outcome
  let seq = 0
  before(async () => {
    seq = stage.t.sandbox.calls.total
    for (const [at, one] of cases.entries()) {
      const { network } = one.network.connector
      const { after: call } = one.kind.foundOut
      const { person, ledgerName } = accountOf(one)
      // Some networks are called as the person, and others as the page.
      for (const account of new Set([person, ledgerName]))
        stage.t.sandbox.faults.add({ network, account, call, kind: ends[at % ends.length] ?? 'drop_after', times: 1 })
    }
    outcomeOf = await publish(cases, second)
    outcomeOfSecond = outcomeOf
  })
  for (const one of cases)
    test(`${one.title} is still published once, and is found as the table states`, async () => {
      const account = accountOf(one)
      const { after: call, by, asks = by === 'repeat' ? call : null } = one.kind.foundOut
      const calls = callsOf(one, account, seq)
      const lost = calls.findIndex(({ fault }) => fault !== null)
      assert.equal(calls[lost]?.call, call)
      // A call with a handle may be repeated.
      const next = calls.slice(lost + 1).filter((made) => by !== 'handle' || made.call !== call)
      assert.equal(next[0]?.call ?? null, asks)
      const { postId, status, error } = outcomeOf(one)
      assert.equal(status, by === 'nobody' ? 'unknown' : 'published', error ?? undefined)
      await finishDraft(one, account)
      const had = undisturbed.includes(one) ? expected(stage, one, first).length : 0
      assert.deepEqual(seenOf(stage, one, account, had), expected(stage, one, second))
      if (by !== 'nobody') return
      const resolved = await stage.by.post(`/v1/posts/${postId}/retry`, { resolve: 'published' })
      assert.equal(resolved.body.status, 'published', resolved.text)
    })
})

/** The reasons why a network returns nothing. */
const closed = ['network_closed', 'no_id']

describe('read back', () => {
  for (const one of cases)
    test(`${one.title} is returned by its network as sent, or with a reason for the difference`, async () => {
      const { postId, id } = outcomeOfSecond?.(one) ?? assert.fail('it is published first')
      const reason = await checkGivenBack(stage, postId, id)
      if (reason !== null) assert.ok(closed.includes(reason), reason)
    })
})

/** Tests each rule of the limits, the required choices, and what the network does not support. */
describe('content that a network forbids', () => {
  for (const network of Object.values(everyNetwork)) {
    const { limits } = network.connector
    const caseOf = (format: Format) =>
      cases.find((one) => one.network === network && (one.kind.format ?? 'post') === format && !one.kind.draft) ??
      assert.fail(`${limits.network} has no kind that is tried as ${format}`)
    const fine = (format: Format) => bodyOf(stage, caseOf(format), accountOf(caseOf(format)), 'Words.')
    const validate = async (body: object) => (await stage.by.post('/v1/posts/validate', body)).body

    test(`${limits.network}: validate reports each violated limit, with the rule's text and numbers`, async () => {
      for (const format of limits.formats) {
        const { errors, infos } = await validate(fine(format))
        assert.deepEqual(errors, [], format)
        const isToldSilent = infos.some(({ code }: Said) => code === 'text_not_used')
        assert.equal(isToldSilent, caseOf(format).kind.silent === true, `${format}: whether its text is seen`)
      }
      for (const broken of togetherOf(breaksOf(limits))) await areTold(broken)
    })

    async function areTold(broken: readonly Break[]): Promise<void> {
      const { format, files, altText } = broken.find((one) => one.files) ?? broken[0] ?? assert.fail()
      const [file] = files ?? []
      if (file) await stage.pretend(file, Object.assign({}, ...broken.map(({ known }) => known)))
      const media = files ? { media: filesOf(stage, files, altText) } : {}
      const validated = await validate({
        ...fine(format),
        ...media,
        ...Object.assign({}, ...broken.map(({ change }) => change)),
      })
      if (file) await stage.pretend(file, {})
      for (const { rule, code, as = 'errors', says } of broken) {
        const what = `${limits.network}, ${format}, ${rule}: ${JSON.stringify(validated[as])}`
        const messages = validated[as].flatMap((issue: Said) =>
          issue.code === code ? `${issue.message} ${issue.fix}` : [],
        )
        assert.ok(messages.length > 0, `${code} is not among ${what}`)
        for (const word of says)
          assert.ok(
            messages.some((message: string) => message.includes(String(word))),
            `“${word}” is not said by ${what}`,
          )
      }
      assert.equal(
        validated.canPublish,
        broken.every(({ as }) => as === 'infos'),
      )
    }

    test(`${limits.network}: validate reports unknown settings and missing required ones`, async () => {
      const [format = 'post'] = limits.formats
      const { chosen } = accountOf(caseOf(format))
      const codesWith = async (settings: object) => {
        const { errors } = await validate({ ...fine(format), settings: { [limits.network]: settings } })
        return errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path.split('/').at(-1)}`)
      }
      assert.deepEqual(await codesWith({ ...chosen, madeUp: 1 }), [`settings_invalid ${limits.network}`])
      const wanted = Object.keys(chosen).map((name) => `setting_missing ${name}`)
      const had = await codesWith({})
      assert.deepEqual(
        had.filter((one: string) => wanted.includes(one)),
        had,
      )
      assert.equal(had.length > 0, wanted.length > 0)
    })
  }
})

interface Said {
  readonly code: string
  readonly message: string
  readonly fix?: string
}
