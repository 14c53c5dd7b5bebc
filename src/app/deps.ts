import { join } from 'node:path'
import type { Connector } from '#connectors/connector.ts'
import { createWriteSignal } from '#infra/claim/index.ts'
import type { Config } from '#infra/config/config.ts'
import { followSettings } from '#infra/config/live-config.ts'
import { originsOf } from '#infra/config/networks.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { type Connection, openDb, openPool, type Tx } from '#infra/db/client.ts'
import { createEmit, type Emit } from '#infra/events/index.ts'
import { createInside } from '#infra/http/inside.ts'
import { createRateLimiter } from '#infra/http/rate-limit.ts'
import type { Logger } from '#infra/log/log.ts'
import { createMailer, type Mailer } from '#infra/mail/mailer.ts'
import { createMediaWorker } from '#infra/media-worker/index.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { createQueue } from '#infra/queue/index.ts'
import { createSeal, readOrMakeSecretKey } from '#infra/seal/seal.ts'
import { createLiveStorage, createScratch } from '#infra/storage/index.ts'
import { createClock } from '#infra/time/clock.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import { createClientKeys, createServerApps, withCleanAccounts } from '#modules/accounts/index.ts'
import { createReadBackMemory } from '#modules/analytics/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { bodyOf } from '#modules/event-stream/index.ts'
import { createFlagCache } from '#modules/flags/index.ts'
import { createCallerCache, createClientDocuments, createKeyRing, type PasswordCost } from '#modules/identity/index.ts'
import { createHighWater, type InstallationDeps } from '#modules/installation/index.ts'
import { createFittedMemory, createImportLine } from '#modules/media/index.ts'
import { readPlans } from '#modules/plans/index.ts'
import { createQuotaMemory } from '#modules/posts/index.ts'
import { createProfile, mayReachProfiles, type ProfileDeps } from '#modules/profiles/index.ts'
import { createSecretsInForce } from '#modules/secrets/index.ts'
import { createWebhookHttp, insertDeliveries } from '#modules/webhooks/index.ts'
import { connectors } from './connectors.ts'
import { type Guards, guardsOf } from './guards.ts'
import { cronsOf } from './jobs/crons.ts'
import { jobs } from './jobs/jobs.ts'
import { meters } from './meters.ts'
import { erasersOf } from './people/erasers.ts'
import { exportersOf } from './people/exporters.ts'
import { subscriptionsOf } from './subscriptions.ts'

/** Every long-lived object, built once. Each module declares which ones it needs. */
export type Deps = Awaited<ReturnType<typeof createDeps>>

export interface DepsOptions {
  readonly config: Config
  /** The connection for ordinary use; `directConnection` bypasses a pooler in front of the server. */
  readonly connection: Connection
  readonly directConnection: Connection
  readonly log: Logger
  /** The size of the API's connection pool. It depends on how many processes share the database's connections. */
  readonly connections?: number
  readonly clock?: Clock
  /** Multiplies the database's timeouts; tests run on busy machines. */
  readonly databasePatience?: number
  /** The cost of a password hash; tests sign up many users. */
  readonly passwordCost?: PasswordCost
  /** Connectors by platform id. */
  readonly connectors?: Readonly<Partial<Record<string, Connector>>>
}

export async function createDeps({ config: environment, connection, directConnection, log, ...options }: DepsOptions) {
  for (const name of environment.unknownSettings)
    log.warn(
      { event: 'settings.unknown', name },
      `Unknown setting ${name} is ignored. See docs/settings.md for all settings.`,
    )
  for (const { from, to } of environment.renamedSettings)
    log.warn({ event: 'settings.renamed', from, to }, 'Setting was renamed; the next version will ignore the old name')
  const behindPooler = environment.database !== null && environment.database.url !== environment.database.directUrl
  const plans = await readPlans(environment.plansFile)
  if (!plans.has(environment.defaultPlan)) {
    throw new SettingsFault([`DEFAULT_PLAN must be one of the plans: ${[...plans.keys()].join(', ')}.`])
  }
  const either = { patience: options.databasePatience ?? 1 }
  const prepare = !behindPooler
  const pool = openPool(
    connection,
    { name: 'api', max: options.connections ?? 10, statementTimeoutMs: 4_000, ...either },
    (error) => log.warn({ event: 'database.connection_lost', err: error }, 'Database connection lost'),
  )
  const db = openDb(pool, { prepare })
  // A separate pool, so that publishing and webhooks cannot starve requests, or the reverse. It only connects in
  // processes that publish or deliver.
  const enginePool = openPool(connection, { name: 'engine', max: 11, statementTimeoutMs: 30_000, ...either }, (error) =>
    log.warn({ event: 'database.connection_lost', err: error }, 'Database connection lost'),
  )
  const engineDb = openDb(enginePool, { prepare })
  const ownClock = options.clock ? null : await createClock(db)
  const clock = options.clock ?? ownClock
  if (!clock) throw new Error('No clock was created.')

  const seal = createSeal({
    key: environment.secretKey ?? (await readOrMakeSecretKey(environment.dataDir)),
    previousKeys: environment.previousSecretKeys,
  })
  // From here on, settings follow the stored secrets, so read the values at each use.
  const secretsInForce = await createSecretsInForce({ db, seal, log, config: environment })
  const { config } = secretsInForce
  const mailer = createLiveMailer(config, { log, clock })
  const queue = createQueue({ connection: directConnection, log, clock, jobs })
  const limiter = createRateLimiter({
    db,
    clock,
    onError: (error) =>
      log.warn({ event: 'rate_limits.share_failed', err: error }, 'Rate limits could not be shared across processes'),
  })
  const outbound = createOutbound({
    operatorOrigins: [
      ...(config.oidc ? [new URL(config.oidc.issuer).origin] : []),
      ...originsOf(config.networks),
      ...(config.sandbox ? [config.sandbox.url] : []),
      ...(config.ai ? [new URL(config.ai.baseUrl).origin] : []),
      ...(config.slack ? [config.slack.url] : []),
      ...(config.telegram ? [config.telegram.url] : []),
    ],
    userAgent: 'Posthorn',
  })
  const webhookHttp = createWebhookHttp(config)
  const storage = createLiveStorage(config)
  const scratch = createScratch({ dataDir: config.dataDir, clock })
  const mediaWorker = createMediaWorker({ log, clock })
  // Listeners and guards emit events themselves, so they get `emit` before its subscriptions exist.
  const emit: Emit = (tx, ...events) => emitter(tx, ...events)
  const guards: Guards = guardsOf({ db, clock, emit, queue, seal, config, plans, storage, scratch, mediaWorker })
  const emitter = createEmit({
    clock,
    queue,
    subscriptions: subscriptionsOf({ config, clock, emit, queue, seal, plans, owner: guards.targetOwner }),
    outside: {
      bodyOf,
      deliver: (tx, events) => insertDeliveries(tx, events, { ownIds: config.webhookPolicy === 'once' }),
    },
  })

  const flags = createFlagCache({ db, clock })
  const profileDeps: ProfileDeps = { db, clock, seal, emit, queue, plans, flags, guards }

  return {
    config,
    environment,
    secretsInForce,
    db,
    engineDb,
    pool,
    clock,
    log,
    seal,
    mailer,
    queue,
    crons: cronsOf(config),
    /** Connects the requests of this process to its loops over due rows. */
    writes: createWriteSignal(),
    /** Connects directly to the server, bypassing a pooler. */
    directConnection,
    plans,
    limiter,
    outbound,
    webhookHttp,
    /** The caller must set the responding server to `createServer`, as `run` and the test harness do. */
    inside: createInside(),
    emit,
    connectors: withCleanAccounts(options.connectors ?? connectors, config),
    storage,
    scratch,
    mediaWorker,
    highWater: createHighWater(config.dataDir),
    keyRing: createKeyRing({ db, clock, seal, log }),
    clientKeys: createClientKeys({ db, clock, seal }),
    serverApps: createServerApps({ db, clock, seal }),
    callers: createCallerCache(),
    clientDocuments: createClientDocuments({ clock, outbound }),
    flags,
    fittedMemory: createFittedMemory(clock),
    importLine: createImportLine(),
    quotaMemory: createQuotaMemory({ clock }),
    readBacks: createReadBackMemory({ clock }),
    writeAudit,
    guards,
    exporters: exportersOf({ db, storage }),
    erasers: erasersOf({ clock, queue, seal }),
    meters,
    reachableProfiles: mayReachProfiles,
    makeFirstProfile: async (tx: Tx, owner: Caller, name: string) =>
      void (await createProfile(profileDeps, tx, owner, { name })),
    ...(options.passwordCost ? { passwordCost: options.passwordCost } : {}),
    async close() {
      await secretsInForce.stop()
      await ownClock?.stop()
      await outbound.close()
      await webhookHttp.close()
      await mediaWorker.close()
      await storage.close()
      await limiter.stop()
      await queue.stop()
      await engineDb.destroy()
      await db.destroy()
    },
  }
}

/** Sends each email through the mail server that is configured at that time. */
function createLiveMailer(config: Config, { log, clock }: { readonly log: Logger; readonly clock: Clock }): Mailer {
  const { mailFrom: from, dataDir } = config
  const current = followSettings(
    () => config.smtpUrl,
    (smtpUrl) => createMailer({ smtpUrl, from, outboxDir: join(dataDir, 'outbox'), log, clock }),
  )
  // An unusable sender fails the start rather than the first email.
  current()
  return { send: (mail) => current().send(mail), probe: () => current().probe() }
}

export function installationDeps(deps: Deps): InstallationDeps {
  const { db, clock, highWater, config } = deps
  return {
    db,
    clock,
    highWater,
    isEmbedded: config.database === null,
    publicUrl: config.publicUrlGiven ? config.publicUrl : null,
  }
}
