import type { SealedColumn } from '#infra/db/reseal.ts'
import { sealedReplies } from '#infra/http/idempotency/keyed-request.ts'
import type { SealedJobField } from '#infra/queue/index.ts'
import { sealedClientKeys, sealedGrants, sealedReplaced, sealedServerApps } from '#modules/accounts/index.ts'
import { sealedAuditHashes } from '#modules/audit/index.ts'
import { sealedEndToken, sealedSlackColumns, sealedTelegram } from '#modules/chat/index.ts'
import { sealedFlows } from '#modules/connecting/index.ts'
import { sealedGuests } from '#modules/guests/index.ts'
import { sealedGuesses, sealedIdentityColumns, sealedResets } from '#modules/identity/index.ts'
import { sealedMails } from '#modules/mail/index.ts'
import { sealedSecrets } from '#modules/secrets/index.ts'
import { sealedShareLinks } from '#modules/sharing/index.ts'
import { sealedWebhookColumns } from '#modules/webhooks/index.ts'

/**
 * Every column that holds a sealed value. Such a column is a `bytea` whose name begins with `sealed_`. A column missing
 * from this list would be lost with an old SECRET_KEY, so `posthorn keys rotate` refuses to begin, and a test fails.
 */
export const sealedColumns: readonly SealedColumn[] = [
  sealedReplies,
  sealedAuditHashes,
  ...sealedIdentityColumns,
  sealedGrants,
  sealedFlows,
  sealedClientKeys,
  sealedServerApps,
  ...sealedWebhookColumns,
  sealedGuests,
  sealedShareLinks,
  sealedSecrets,
  ...sealedSlackColumns,
  ...sealedTelegram,
]

/** The same for jobs, whose data contains what only their handler may read. */
export const sealedJobFields: readonly SealedJobField[] = [
  sealedMails,
  sealedResets,
  sealedGuesses,
  sealedReplaced,
  sealedEndToken,
]
