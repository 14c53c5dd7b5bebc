import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { CallFailed, type Connector, type Http, type Outgoing } from '#connectors/connector.ts'
import { inTx, openDb, openPool } from '#infra/db/client.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { after } from '#kernel/clock.ts'
import { type AccountId, newId, type UserId } from '#kernel/ids.ts'
import {
  type AccountAtWork,
  type Change,
  createEngine,
  type Engine,
  type EngineDeps,
  enqueue,
  type HttpOptions,
  type KillPoint,
  type Probe,
  type PublicationRow,
  rowsOf,
} from '#modules/publishing/index.ts'
import { epoch, setTestClock } from '../harness/clock.ts'
import { openTestDatabase } from '../harness/database.ts'
import { startTinyNetwork, type TinyOptions, tiny, tinyConnector } from './tiny-network.ts'

interface Submitted {
  readonly text?: string
  readonly thread?: readonly string[]
  readonly format?: Outgoing['format']
  readonly account?: string
  readonly latestAt?: Date
  readonly dueAt?: Date
  readonly resumeFrom?: string
  /** The lead of the enqueuing process's clock over that of the database. */
  readonly aheadMs?: number
}

/** Opens the engine on its own database, against the tiny network. Only the clock is replaced. */
export async function openPublishing(t: TestContext, options: Omit<TinyOptions, 'url'> = {}) {
  const database = await openTestDatabase()
  const { db, connection } = database
  const network = await startTinyNetwork()
  const connector = tinyConnector({ url: network.url, ...options })
  const outbound = createOutbound({ operatorOrigins: [network.url], userAgent: 'test' })
  const pools = [openDb(openPool(connection, { name: 'engines', max: 8, statementTimeoutMs: 10_000 }, () => {}))]
  const logged: { readonly level: string; readonly message: string; readonly fields: object }[] = []
  const write = (level: string) => (fields: object, message: string) => void logged.push({ level, message, fields })
  const changes: Change[] = []
  const received: object[] = []
  /** Targets whose changes cannot be reported: their transactions fail. */
  const damaged = new Set<string>()
  const grants = {
    version: 1,
    lost: null as string | null,
    /** Applies only to the next request. */
    lostOnce: false,
    fails: null as Error | null,
    reconnect: [] as string[],
  }
  let at = epoch
  const clock = { now: () => at }
  network.now = () => at.getTime()

  const engines: Engine[] = []
  const frozen: (() => void)[] = []
  t.after(async () => {
    for (const wake of frozen) wake()
    for (const one of engines) await one.stop()
    await outbound.close()
    await network[Symbol.asyncDispose]()
    for (const pool of pools) await pool.destroy()
    await database[Symbol.asyncDispose]()
  })

  const ownerUid = newId<'usr'>(epoch)
  const profileId = newId<'prof'>(epoch)
  const grantId = newId(epoch)
  await sql`insert into app_user (id, issuer, subject, name, role, plan, created_at, updated_at)
    values (${ownerUid}, 'test', 'ada', 'Ada', 'user', 'max', ${epoch}, ${epoch})`.execute(db)
  await sql`insert into profile (id, owner_uid, name, created_at, updated_at, version)
    values (${profileId}, ${ownerUid}, 'P', ${epoch}, ${epoch}, 1)`.execute(db)
  await sql`insert into network_grant (id, owner_uid, network, mode, principal, sealed_grant, scopes, status, updated_at)
    values (${grantId}, ${ownerUid}, 'tiny', 'sandbox', 'ada', '\\x00', '{}', 'active', ${epoch})`.execute(db)
  const accounts = new Map<string, { id: AccountId; remoteAccountId: string }>()

  /**
   * Freezes an engine at a point, like a machine that dies or sleeps there. Until it is woken it counts as dead;
   * afterwards it acts as a zombie.
   */
  function freezeAt(point: KillPoint) {
    const reached = Promise.withResolvers<void>()
    const awake = Promise.withResolvers<void>()
    let isFirst = true
    const probe: Probe = async (at) => {
      if (at !== point || !isFirst) return
      isFirst = false
      reached.resolve()
      await awake.promise
    }
    frozen.push(awake.resolve)
    return { probe, reached: reached.promise, wake: () => awake.resolve() }
  }

  async function accountNamed(name: string) {
    const known = accounts.get(name)
    if (known) return known
    const made = { id: newId<'acc'>(epoch), remoteAccountId: newId(epoch) }
    accounts.set(name, made)
    await sql`insert into remote_account (id, network, mode, remote_id)
      values (${made.remoteAccountId}, 'tiny', 'sandbox', ${name})`.execute(db)
    await sql`insert into account (id, owner_uid, profile_id, remote_account_id, grant_id, network, mode, handle, status,
        is_default, created_at, updated_at)
      values (${made.id}, ${ownerUid}, ${profileId}, ${made.remoteAccountId}, ${grantId}, 'tiny', 'sandbox', ${name},
        'active', ${accounts.size === 1}, ${epoch}, ${epoch})`.execute(db)
    return made
  }

  function engine(more: Partial<EngineDeps> & { readonly connector?: Connector } = {}): Engine {
    const { connector: own = connector, ...rest } = more
    const made = createEngine({
      db: pools[0]!,
      clock,
      log: { info: write('info'), warn: write('warn'), error: write('error') },
      holder: `engine ${engines.length}`,
      connectors: { [tiny]: own },
      accounts: {
        async byIds(from, ids) {
          const { rows } = await sql<AccountAtWork>`select id, owner_uid, network, mode, status, facts from account
            where id = any(${[...ids]}::uuid[])`.execute(from)
          return new Map(rows.map((row) => [row.id, row]))
        },
        async liveGrant(_id, { refreshIfOlderThan } = {}) {
          if (grants.fails) throw grants.fails
          if (grants.lost) {
            const { lost } = grants
            if (grants.lostOnce) grants.lost = null
            return { lost }
          }
          if (refreshIfOlderThan === grants.version) grants.version += 1
          return { grant: { version: grants.version }, version: grants.version }
        },
        http: (_account, given) => httpOver(given),
        async needsReconnect(id, { why }) {
          grants.lost = why
          return grants.reconnect.push(`${id} ${why}`) > 0
        },
      },
      owner: {
        async lock(tx, targets) {
          const ids = targets.map(({ targetId }) => targetId)
          await sql`select pg_advisory_xact_lock(hashtextextended(id, 0))
            from unnest(${ids}::text[]) id order by id`.execute(tx)
        },
        async changed(_tx, told) {
          const isDamaged = told.some(({ targetId }) => damaged.has(targetId))
          if (isDamaged) throw new Error('the owner of this target cannot be notified')
          changes.push(...told)
        },
      },
      media: () => Promise.reject(new Error('no media here')),
      fit: () => Promise.reject(new Error('no media here')),
      link: () => Promise.reject(new Error('no media here')),
      random: () => 0,
      ...rest,
    })
    engines.push(made)
    return made
  }

  function httpOver({ deadline, ...given }: HttpOptions): Http {
    return {
      addresses: {},
      app: null,
      now: at,
      async send({ name: _, foreign: _foreign, timeoutMs = 20_000, maxBytes = 100_000, ...request }) {
        const body = request.body as string | undefined
        const leftMs = Math.max(1, Math.min(timeoutMs, deadline.getTime() - at.getTime()))
        try {
          const sent = { ...request, ...(body === undefined ? {} : { body }), timeoutMs: leftMs, maxBytes, ...given }
          const answer = await outbound.request(sent as Parameters<typeof outbound.request>[0])
          if (answer.status >= 200 && answer.status < 300) return answer
          throw new CallFailed({ sent: 'answered', ...answer, body: answer.body.toString(), code: null })
        } catch (error) {
          if (!(error instanceof OutboundFailure)) throw error
          const { sent, status, code } = error
          throw new CallFailed({ sent, status, headers: {}, body: '', code })
        }
      },
    }
  }

  const self = {
    db,
    connection,
    network,
    connector,
    clock,
    changes,
    received,
    damaged,
    logged,
    grants,
    ownerUid: ownerUid as UserId,
    engine,
    freezeAt,
    accountNamed,
    now: () => at,
    async advance(ms: number) {
      at = new Date(at.getTime() + ms)
      await setTestClock(db, at)
    },
    /** Enqueues one target and returns its ID. */
    async submit({
      text = 'hello',
      thread = [],
      account = 'ada',
      aheadMs = 0,
      ...more
    }: Submitted = {}): Promise<string> {
      const { id, remoteAccountId } = await accountNamed(account)
      const targetId = more.resumeFrom ? await targetOf(more.resumeFrom) : newId(at)
      const parts = [text, ...thread].map((one) => ({ text: one, media: [] }))
      const snapshot: Outgoing = {
        format: more.format ?? (parts.length > 1 ? 'thread' : 'post'),
        parts,
        title: null,
        link: null,
        language: null,
        firstComment: null,
        settings: {},
        account: { remoteId: account, handle: account, facts: {} },
      }
      const target = {
        targetId,
        ownerUid: ownerUid as UserId,
        accountId: id,
        remoteAccountId,
        network: tiny,
        snapshot,
        dueAt: more.dueAt ?? after(at, aheadMs),
        latestAt: more.latestAt ?? null,
        ...(more.resumeFrom ? { resumeFrom: more.resumeFrom } : {}),
      }
      const own = { now: () => after(at, aheadMs) }
      await inTx(db, (tx) => enqueue({ clock: own, connectors: { [tiny]: connector } }, tx, [target]))
      return targetId
    },
    async row(targetId: string): Promise<PublicationRow> {
      const [row] = await rowsOf(db, [targetId])
      if (!row) throw new Error('it was never enqueued')
      return row
    },
    /** Runs rounds until there is nothing left to do at this time. */
    async settle(one: Engine): Promise<void> {
      for (let rounds = 0; (await one.tick()) > 0; rounds++) if (rounds > 50) throw new Error('it never settles')
    },
    /** Advances the clock in steps and runs everything due. */
    async settleFor(one: Engine, ms: number, stepMs = 10_000): Promise<void> {
      for (let gone = 0; gone < ms; gone += stepMs) {
        await self.advance(Math.min(stepMs, ms - gone))
        await self.settle(one)
      }
    },
    texts: () => network.ledger.map((entry) => entry.text),
  }
  async function targetOf(publicationId: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`select target_id as id from publication
      where id = ${publicationId}`.execute(db)
    return rows[0]!.id
  }
  return self
}

export type Publishing = Awaited<ReturnType<typeof openPublishing>>
