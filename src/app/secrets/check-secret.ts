import { join } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { type NetworkSettings, originsOf } from '#infra/config/networks.ts'
import { createMailer } from '#infra/mail/mailer.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { createStorage } from '#infra/storage/index.ts'
import { checkApp } from '#modules/accounts/index.ts'
import { probeModel } from '#modules/captions/index.ts'
import { checkSlackApp, checkTelegramBot } from '#modules/chat/index.ts'
import type { SecretCheck } from '#modules/secrets/index.ts'
import { probeStock, stockProviderOfSetting } from '#modules/stock/index.ts'
import type { Mode } from '#rules/modes.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { Deps } from '../deps.ts'

/**
 * Tests the named setting against its service, using settings that are not in effect yet: signs in to the mail server,
 * or calls the bucket, the AI provider or the network.
 */
export async function checkSecret(deps: Deps, name: string, config: Config): Promise<SecretCheck> {
  if (name === 'SMTP_URL') return await checkMailServer(config)
  if (name.startsWith('S3_')) return await checkBucket(config)
  if (name.startsWith('AI_')) return await withOutbound(config, (outbound) => checkModel(config, outbound))
  if (name.startsWith('TELEGRAM_'))
    return await withOutbound(config, (outbound) => checkTelegramBot({ outbound }, config.telegram))
  if (name.startsWith('SLACK_'))
    return await withOutbound(config, (outbound) => checkSlackApp({ outbound }, config.slack))
  const stock = stockProviderOfSetting(name)
  if (stock) return await withOutbound(config, (outbound) => probeStock({ config, outbound }, stock))
  const [network, settings] =
    networkEntries(config.networks).find(([one]) => name.startsWith(`${one.toUpperCase()}_`)) ?? []
  const connector = network && deps.connectors[network]
  if (!connector || !settings) return { ok: false, detail: 'Nothing uses this secret, so it cannot be tested.' }
  return await withOutbound(config, (outbound) => checkApp({ ...deps, config, outbound }, connector, appMode(settings)))
}

/** An app belongs to the real network, so it is tested there even if the sandbox replaces the network. */
const appMode = ({ mode }: NetworkSettings): Mode => (mode === 'sandbox' ? 'live' : mode)

type Outbound = ReturnType<typeof createOutbound>

async function withOutbound(config: Config, check: (outbound: Outbound) => Promise<SecretCheck>): Promise<SecretCheck> {
  const outbound = createOutbound({
    operatorOrigins: [
      ...originsOf(config.networks),
      ...(config.ai ? [config.ai.baseUrl] : []),
      ...(config.slack ? [config.slack.url] : []),
      ...(config.telegram ? [config.telegram.url] : []),
      ...config.stock.origins,
    ],
    userAgent: 'Posthorn',
  })
  try {
    return await check(outbound)
  } finally {
    await outbound.close()
  }
}

/** Used for a mailer that sends nothing. */
const forNoMail = { log: { info: () => {} }, clock: { now: () => new Date(0) } }

/** Signs in to the mail server without sending anything. */
export async function checkMailServer(config: Config): Promise<SecretCheck> {
  const { smtpUrl, mailFrom: from, dataDir } = config
  try {
    await createMailer({ smtpUrl, from, outboxDir: join(dataDir, 'outbox'), ...forNoMail }).probe()
    return { ok: true, detail: 'The mail server accepted the login.' }
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code === 'EAUTH') return { ok: false, detail: 'The mail server rejected the user or password. Check SMTP_URL.' }
    // The message about an untrusted certificate explains the problem and contains no secret.
    const { message } = error as Error
    if (/certificate/i.test(message))
      return {
        ok: false,
        detail: `The certificate of the mail server is not trusted: ${message.split(';')[0]}. Add its CA with NODE_EXTRA_CA_CERTS.`,
      }
    const why = typeof code === 'string' ? ` (${code})` : ''
    return { ok: false, detail: `The mail server cannot be used${why}. Check the host and port of SMTP_URL.` }
  }
}

async function checkBucket(config: Config): Promise<SecretCheck> {
  if (!config.s3) return { ok: false, detail: 'S3_BUCKET is not set, so media is stored in DATA_DIR.' }
  const storage = createStorage(config)
  try {
    await storage.probe()
    return { ok: true, detail: `The bucket ${config.s3.bucket} is reachable.` }
  } catch (error) {
    return { ok: false, detail: (error as Error).message }
  } finally {
    await storage.close()
  }
}

async function checkModel({ ai }: Config, outbound: Outbound): Promise<SecretCheck> {
  if (!ai)
    return { ok: false, detail: 'AI_BASE_URL is not set, so captions are written by rules and the key is not used.' }
  return await probeModel({ outbound }, ai)
}
