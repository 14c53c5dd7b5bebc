import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { CallFailed, type JsonObject, type Verdict } from '#connectors/connector.ts'
import type { Said } from '#connectors/contract/inbox.ts'
import type { ActKind } from '#connectors/contract/inbox-acts.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { days, minutes } from '#kernel/clock.ts'
import type { NetworkUnderTest } from './network-under-test.ts'
import { postOf } from './posts.ts'
import { signIn } from './sign-in.ts'
import { openStand, type Walker, walkerOf } from './stand.ts'

/** Returns a network whose sign-in asks for what its inbox and its acts need, too. */
export function askingForInbox(network: NetworkUnderTest): NetworkUnderTest {
  const { connector } = network
  const { auth, inbox } = connector
  if (!auth.scopes) return network
  const acts = Object.values(inbox?.acts ?? {})
  const needs = [...(inbox?.needs ?? []), ...acts.flatMap((one) => one.needs ?? [])]
  const scopes = [...new Set([...auth.scopes, ...needs.flat()])]
  return { ...network, connector: { ...connector, auth: { ...auth, scopes } } }
}

/** Signs Alice in with the scopes that reading needs, and reads like the inbox, without a database. */
export async function startReading(t: TestContext, network: NetworkUnderTest) {
  const { connector, ledgerName } = network
  const stand = await openStand(t, connector.network, ledgerName)
  const { inbox } = connector
  assert.ok(inbox)
  const asking = askingForInbox(network)
  const signedIn = await signIn(stand, asking, 'alice')
  const { remoteId: accountId, handle } = signedIn.account
  let { grant } = signedIn
  const call = () => ({ grant, http: stand.http(), signal: new AbortController().signal, accountId, handle })
  const name = ledgerName?.('alice') ?? 'alice'
  async function act(what: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const run = stand.sandbox.network(connector.network).acts?.[what]
    assert.ok(run, what)
    const done = (await run(name, given)) as { id?: string; uri?: string } | undefined
    return done?.id ?? done?.uri ?? ''
  }
  let from: JsonObject | null = null
  return {
    stand,
    accountId,
    act,
    /** Lets so much time pass that some networks' tokens expire. */
    async muchLater(): Promise<void> {
      stand.later(minutes(90))
      grant = (await signIn(stand, asking, 'alice')).grant
    },
    /** Publishes a post and returns its ID. */
    async publish(text: string): Promise<string> {
      await walkerOf(stand, signedIn, postOf(signedIn, text), new Map()).toEnd()
      const own = stand.seen('alice').findLast(({ kind }) => kind === 'post')
      assert.ok(own)
      return own.id
    },
    comment(body: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
      stand.later(1_000)
      return act('comment', { body, ...given })
    },
    /** Reads everything new, and forgets the connector's state between pages as a database would. */
    async readNew({ pages = Number.POSITIVE_INFINITY } = {}): Promise<Said[]> {
      const items: Said[] = []
      for (let more = true, read = 0; more && read < pages; read += 1) {
        const since = new Date(stand.now().getTime() - days(14))
        const page = await inbox.read(call(), from, since)
        items.push(...page.items)
        from = JSON.parse(JSON.stringify(page.next))
        more = page.more
      }
      return items
    },
    /** Answers an item, as the engine does. */
    answer(item: Said, rootId: string, text: string): Walker {
      const answers = { remoteId: item.remoteId, rootId, handle: item.author.handle }
      return walkerOf(stand, { ...signedIn, grant }, { ...postOf(signedIn, text), answers }, new Map())
    },
    /** Reads items of a post again, as the inbox does after a while. */
    again: (remoteIds: readonly string[], postId: string | null) =>
      inbox.recheck.read(
        call(),
        remoteIds.map((remoteId) => ({ remoteId, postId })),
      ),
    /** Returns the token of the account, for reading the far side. */
    token: () => tokenIn(grant, accountId),
    /** Establishes a wanted state of an item, as the lane of an account does. */
    async establish(kind: ActKind, item: Said, wanted: boolean, { isOwn = false } = {}): Promise<void> {
      const { remoteId, parentId, saidAt } = item
      const act = inbox.acts?.[kind]
      assert.ok(act, kind)
      await act.run(call(), { remoteId, parentId, rootId: remoteId, isOwn, saidAt }, wanted)
    },
    /** Returns the verdict on what `establish` throws. */
    async verdictOn(kind: ActKind, trying: Promise<void>): Promise<Verdict> {
      const error = await trying.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      assert.ok(error instanceof CallFailed, String(error))
      return connector.judge(error.failure, kind, stand.now()) ?? defaultVerdict(error.failure, 'safe', stand.now())
    },
    above: (remoteId: string) => inbox.readAbove(call(), remoteId),
  }
}

/** Returns the texts, each once, without the mention that replies on some networks begin with. */
export const textsOf = (items: readonly Said[]) => [...new Set(items.map(({ text }) => text.replace('@alice ', '')))]

/** Finds the token that a network's calls for an account have. */
function tokenIn(grant: JsonObject, accountId: string): string {
  const { pages, accounts, token, accessToken, accessJwt } = grant as {
    readonly [name: string]: string | undefined
  } & { readonly pages?: Tokens; readonly accounts?: Tokens }
  return (pages ?? accounts)?.[accountId]?.token ?? token ?? accessToken ?? accessJwt ?? ''
}
type Tokens = Readonly<Record<string, { readonly token: string }>>
