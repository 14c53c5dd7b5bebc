import type { Connector } from '#connectors/connector.ts'
import { youtube as limits } from '#rules/networks/youtube.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check, limitsFor } from './check.ts'
import { inbox } from './inbox/inbox.ts'
import { captions } from './media/captions.ts'
import { thumbnail } from './media/thumbnail.ts'
import { finish, open, send } from './media/upload.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { playlist } from './post/playlist.ts'
import { reply } from './post/reply.ts'
import { awaitOut } from './post/status.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { accountDefaults, settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** YouTube, over its Data API: videos and Shorts. */
export const youtube: Connector<Grant, Memo> = {
  network: 'youtube',
  limits,
  limitsFor,
  operator,
  settings,
  accountDefaults,
  auth,
  plan,
  check,
  judge,
  metrics,
  readBack,
  inbox,
  recall,
  options,
  steps: { open, send, finish, await: awaitOut, thumbnail, captions, playlist, reply },
}
