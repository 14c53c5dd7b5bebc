import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { loadConfig } from '#app/config.ts'
import { migrateDatabase } from '#app/database.ts'
import { createDeps, type Deps } from '#app/deps.ts'
import type { JsonObject, Outgoing } from '#connectors/connector.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { type EmbeddedPostgres, startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { after, seconds } from '#kernel/clock.ts'
import { type AccountId, newId, type UserId } from '#kernel/ids.ts'
import { httpFor } from '#modules/accounts/index.ts'
import { enqueue } from '#modules/publishing/index.ts'
import { connectorFor } from './connectors.ts'
import { createOwnerTables } from './owner.ts'
import type { Addresses, NetworkPlan } from './plan.ts'
import { type Comment, insertReply } from './replies.ts'

/** The database of all scenarios, with the operations around the engine. */
export interface Stage extends AsyncDisposable {
  readonly deps: Deps
  readonly connection: EmbeddedPostgres['connection']
  readonly secretKey: string
  readonly dataDir: string
}

export interface Placed {
  readonly network: NetworkPlan
  readonly addresses: Addresses
  readonly accounts: readonly PlacedAccount[]
  /** The comment that its accounts reply to. */
  readonly comment?: Comment
}

interface PlacedAccount {
  readonly id: AccountId
  readonly remoteAccountId: string
  readonly account: Outgoing['account']
}

export interface PlacedTarget {
  readonly id: string
  readonly network: string
  readonly texts: readonly string[]
}

const ownerUid = newId<'usr'>(new Date(0)) as UserId
const profileId = newId<'prof'>(new Date(0))

export async function openStage(dataDir: string): Promise<Stage> {
  const settings = { max_connections: '400', shared_buffers: '128MB' }
  const embedded = await startEmbedded({ dataDir, say: () => {}, settings })
  const { connection } = embedded
  await migrateDatabase(connection)
  const secretKey = randomBytes(32).toString('hex')
  const config = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey })
  const log = createLog({ level: 'error' })
  const deps = await createDeps({ config, connection, directConnection: connection, log, connections: 12 })
  const { db } = deps
  await createOwnerTables(db)
  await sql`insert into app_user (id, issuer, subject, name, role, plan, created_at, updated_at)
    values (${ownerUid}, 'bench', 'ada', 'Ada', 'user', 'max', ph.now(), ph.now())`.execute(db)
  await sql`insert into profile (id, owner_uid, name, created_at, updated_at, version)
    values (${profileId}, ${ownerUid}, 'P', ph.now(), ph.now(), 1)`.execute(db)
  return {
    deps,
    connection,
    secretKey,
    dataDir,
    async [Symbol.asyncDispose]() {
      await deps.close()
      await embedded.stop()
    },
  }
}

/**
 * Creates accounts of a network, each with a grant. With `shared`, several accounts share one grant, as the pages of
 * one person do.
 */
export async function place(
  { deps }: Stage,
  network: NetworkPlan,
  addresses: Addresses,
  firstAccountNo: number,
): Promise<Placed> {
  const { db, seal, clock } = deps
  const isReal = network.kind === 'bluesky' || network.kind === 'mastodon'
  const pagesEach = isReal ? 1 : 5
  const accounts: PlacedAccount[] = []
  let grantId = ''
  for (let no = 0; no < network.count; no++) {
    const { grant, account } = isReal
      ? await connect(deps, network, addresses, `user-${firstAccountNo + no}`)
      : benchAccount(network, no, pagesEach)
    if (no % pagesEach === 0) {
      grantId = newId(clock.now())
      const sealed = seal.seal(JSON.stringify(grant), `network_grant:${grantId}`)
      await sql`insert into network_grant
        (id, owner_uid, network, mode, principal, sealed_grant, scopes, status, updated_at)
        values (${grantId}, ${ownerUid}, ${network.id}, 'sandbox', ${account.remoteId}, ${sealed}, '{}', 'active', ph.now())
      `.execute(db)
    }
    const made = { id: newId<'acc'>(clock.now()), remoteAccountId: newId(clock.now()), account }
    await sql`insert into remote_account (id, network, mode, remote_id)
      values (${made.remoteAccountId}, ${network.id}, 'sandbox', ${account.remoteId})`.execute(db)
    await sql`insert into account (id, owner_uid, profile_id, remote_account_id, grant_id, network, mode, handle, facts,
        status, is_default, created_at, updated_at)
      values (${made.id}, ${ownerUid}, ${profileId}, ${made.remoteAccountId}, ${grantId}, ${network.id}, 'sandbox',
        ${account.handle}, ${JSON.stringify(account.facts)}, 'active', false, ph.now(), ph.now())`.execute(db)
    accounts.push(made)
  }
  return { network, addresses, accounts }
}

function benchAccount({ id }: NetworkPlan, no: number, pagesEach: number) {
  const remoteId = `${id}-${no}`
  const principal = `${id}-${no - (no % pagesEach)}`
  return { grant: { principal, token: 1 }, account: { remoteId, handle: remoteId, facts: {} } }
}

function openOutbound(api: string) {
  const outbound = createOutbound({ operatorOrigins: [new URL(api).origin], userAgent: 'bench' })
  return { ...outbound, [Symbol.asyncDispose]: () => outbound.close() }
}

async function connect(deps: Deps, network: NetworkPlan, { api }: Addresses, user: string) {
  const { auth } = connectorFor(network)
  const all = { api, video: api, directory: api }
  await using outbound = openOutbound(api)
  const http = httpFor(
    {
      ...deps,
      outbound,
      config: { ...deps.config, networks: { [network.id]: { mode: 'sandbox', live: {}, sandbox: all } } as never },
    },
    {
      network: network.id,
      mode: 'sandbox',
      deadline: after(deps.clock.now(), seconds(30)),
      signal: AbortSignal.timeout(30_000),
      fresh: false,
    },
  )
  const typed: JsonObject =
    network.kind === 'bluesky'
      ? { identifier: `${user}.sandbox`, appPassword: 'sand-boxx-pass-word', pdsUrl: api }
      : { instanceUrl: api, accessToken: `sandbox-token-${user}` }
  if (!auth.connect) throw new Error(`${network.kind} cannot be connected directly`)
  const { grant } = await auth.connect(http, typed)
  const { remoteId, handle, facts } = await auth.whoami(http, grant)
  return { grant, account: { remoteId, handle, facts } }
}

/**
 * Submits one target for each account, due now. A post has two targets, in different halves of a network, so that
 * different workers publish them.
 */
export async function submit(stage: Stage, scenario: string, placed: readonly Placed[]): Promise<PlacedTarget[]> {
  const targets: PlacedTarget[] = []
  const posts = new Map<string, string>()
  await inTx(stage.deps.db, async (tx) => {
    for (const { network, accounts, comment } of placed) {
      for (const [no, account] of accounts.entries()) {
        if (comment) {
          targets.push(await submitReply(tx, stage, { network, account, comment, text: `${network.id} ${no}` }))
          continue
        }
        const post = `${network.kind} ${no}`
        const postId = posts.get(post) ?? (await insertPost(tx, stage, scenario))
        posts.set(post, postId)
        const label = `${network.id} ${no}`
        targets.push(...(await submitTo(tx, stage, { network, account, postId, labels: [label] })))
      }
    }
  })
  return targets
}

export async function insertPost(tx: Tx, { deps }: Stage, scenario: string): Promise<string> {
  const postId = newId(deps.clock.now())
  await sql`insert into bench_post values (${postId}, ${scenario}, 'publishing')`.execute(tx)
  return postId
}

interface Submitted {
  readonly network: NetworkPlan
  readonly account: PlacedAccount
  readonly postId: string
  /** The label of each target. */
  readonly labels: readonly string[]
}

export async function submitTo(
  tx: Tx,
  { deps }: Stage,
  { network, account: to, postId, labels }: Submitted,
): Promise<PlacedTarget[]> {
  const { clock } = deps
  const targets = labels.map((label) => ({
    id: newId(clock.now()) as string,
    label,
    network: network.id,
    texts: Array.from(
      { length: network.parts },
      (_, part) => `${label} part ${part + 1}${part > 0 && part === network.parts - 1 ? ' last' : ''}`,
    ),
  }))
  await sql`insert into bench_target select x.id, ${postId}, ${network.id}, x.label
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as x(id uuid, label text)`.execute(tx)
  await enqueue(
    { clock, connectors: { [network.id]: connectorFor(network) } },
    tx,
    targets.map(({ id, texts }) => ({
      targetId: id,
      ownerUid,
      accountId: to.id,
      remoteAccountId: to.remoteAccountId,
      network: network.id,
      snapshot: outgoing(texts, to.account),
      dueAt: clock.now(),
      latestAt: null,
    })),
  )
  return targets
}

interface Reply {
  readonly network: NetworkPlan
  readonly account: PlacedAccount
  readonly comment: Comment
  readonly text: string
}

async function submitReply(tx: Tx, { deps }: Stage, { network, account: to, comment, text }: Reply) {
  const { clock } = deps
  const { id, point } = await insertReply(tx, clock.now(), {
    profileId,
    accountId: to.id,
    network: network.id,
    comment,
    text,
  })
  const publications = await enqueue({ clock, connectors: { [network.id]: connectorFor(network) } }, tx, [
    {
      targetId: id,
      ownerUid,
      accountId: to.id,
      remoteAccountId: to.remoteAccountId,
      network: network.id,
      snapshot: {
        ...outgoing([text], to.account),
        answers: { remoteId: comment.id, rootId: comment.id, handle: comment.handle },
      },
      dueAt: clock.now(),
      latestAt: null,
    },
  ])
  await point(publications.get(id) ?? '')
  return { id: id as string, network: network.id, texts: [text] }
}

const outgoing = (texts: readonly string[], account: Outgoing['account']): Outgoing => ({
  format: texts.length > 1 ? 'thread' : 'post',
  parts: texts.map((text) => ({ text, media: [] })),
  title: null,
  link: null,
  language: null,
  firstComment: null,
  settings: {},
  account,
})
