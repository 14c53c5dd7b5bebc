import { join } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { followSettings } from '#infra/config/live-config.ts'
import { originsOf } from '#infra/config/networks.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { type Connection, openDb, openPool } from '#infra/db/client.ts'
import { createRateLimiter } from '#infra/http/rate-limit.ts'
import type { Logger } from '#infra/log/log.ts'
import { createMailer, type Mailer } from '#infra/mail/mailer.ts'
import { createMediaWorker } from '#infra/media-worker/index.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { createQueue } from '#infra/queue/index.ts'
import { createSeal, readOrMakeSecretKey } from '#infra/seal/seal.ts'
import { createLiveStorage, createScratch } from '#infra/storage/index.ts'
import { createClock } from '#infra/time/clock.ts'
import type { Clock } from '#kernel/clock.ts'
import { createRequestLog } from '#modules/identity/index.ts'
import { readPlans } from '#modules/plans/index.ts'
import { createSecretsInForce } from '#modules/secrets/index.ts'
import { createWebhookHttp } from '#modules/webhooks/index.ts'
import { jobs } from './jobs/jobs.ts'

export interface ResourceOptions {
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
}

/** The settings, and every object that holds connections, files or processes. */
export type Resources = Awaited<ReturnType<typeof openResources>>

/** Opens the resources of a process in the order in which they need each other. `close` closes them again. */
export async function openResources({
  config: environment,
  connection,
  directConnection,
  log,
  ...options
}: ResourceOptions) {
  warnAboutSettings(environment, log)
  const plans = await readPlans(environment.plansFile)
  if (!plans.has(environment.defaultPlan)) {
    throw new SettingsFault([`DEFAULT_PLAN must be one of the plans: ${[...plans.keys()].join(', ')}.`])
  }
  const { pool, db, engineDb } = openPools(environment, connection, log, options)
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
  const queue = createQueue({ connection: directConnection, log, clock, jobs })
  const limiter = createRateLimiter({
    db,
    clock,
    onError: (error) =>
      log.warn({ event: 'rate_limits.share_failed', err: error }, 'Rate limits could not be shared across processes'),
  })
  const requestLog = createRequestLog({ db, clock, log })
  const outbound = createOutbound({ operatorOrigins: listOperatorOrigins(config), userAgent: 'Posthorn' })
  const webhookHttp = createWebhookHttp(config)
  const storage = createLiveStorage(config)
  const mediaWorker = createMediaWorker({ log, clock })
  return {
    config,
    environment,
    secretsInForce,
    plans,
    log,
    clock,
    seal,
    pool,
    db,
    engineDb,
    /** Connects directly to the server, bypassing a pooler. */
    directConnection,
    queue,
    limiter,
    requestLog,
    outbound,
    webhookHttp,
    mailer: createLiveMailer(config, { log, clock }),
    storage,
    scratch: createScratch({ dataDir: config.dataDir, clock }),
    mediaWorker,
    async close() {
      await secretsInForce.stop()
      await ownClock?.stop()
      await outbound.close()
      await webhookHttp.close()
      await mediaWorker.close()
      await storage.close()
      await limiter.stop()
      await requestLog.stop()
      await queue.stop()
      await engineDb.destroy()
      await db.destroy()
    },
  }
}

function warnAboutSettings({ unknownSettings, renamedSettings }: Config, log: Logger): void {
  for (const name of unknownSettings)
    log.warn(
      { event: 'settings.unknown', name },
      `Unknown setting ${name} is ignored. See docs/settings.md for all settings.`,
    )
  for (const { from, to } of renamedSettings)
    log.warn({ event: 'settings.renamed', from, to }, 'Setting was renamed; the next version will ignore the old name')
}

/**
 * Opens a pool for requests, and another for publishing and webhooks, so that neither can starve the other. The second
 * one only connects in processes that publish or deliver.
 */
function openPools(
  { database }: Config,
  connection: Connection,
  log: Logger,
  { connections = 10, databasePatience: patience = 1 }: Pick<ResourceOptions, 'connections' | 'databasePatience'>,
) {
  const isBehindPooler = database !== null && database.url !== database.directUrl
  const onLost = (error: Error) =>
    log.warn({ event: 'database.connection_lost', err: error }, 'Database connection lost')
  const pool = openPool(connection, { name: 'api', max: connections, statementTimeoutMs: 4_000, patience }, onLost)
  const enginePool = openPool(connection, { name: 'engine', max: 11, statementTimeoutMs: 30_000, patience }, onLost)
  const prepare = !isBehindPooler
  return { pool, db: openDb(pool, { prepare }), engineDb: openDb(enginePool, { prepare }) }
}

const listOperatorOrigins = ({ oidc, company, networks, sandbox, ai, slack, telegram, stock }: Config): string[] => [
  ...(oidc ? [new URL(oidc.issuer).origin] : []),
  ...(company ? [new URL(company.issuer).origin] : []),
  ...originsOf(networks),
  ...(sandbox ? [sandbox.url] : []),
  ...(ai ? [new URL(ai.baseUrl).origin] : []),
  ...(slack ? [slack.url] : []),
  ...(telegram ? [telegram.url] : []),
  ...stock.origins,
]

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
