import type { Connector } from '#connectors/connector.ts'
import { bluesky as limits } from '#rules/networks/bluesky.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check, limitsFor } from './check.ts'
import { findPeople } from './find-people.ts'
import { inbox } from './inbox/inbox.ts'
import { upload, uploadAgain } from './media/upload.ts'
import { awaitVideo, sendDirectly, sendVideo } from './media/video.ts'
import type { Memo } from './memo.ts'
import { meter } from './meter.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { answer } from './post/answer.ts'
import { gate } from './post/gate.ts'
import { look } from './post/look.ts'
import { build, put } from './post/put.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** Comment steps are optional: when they run, the post is published. */
const comment = { optional: true } as const

/**
 * Bluesky, over the AT Protocol. Each piece of a post (its parts, then the first comment) runs look, upload (for a
 * video: sendVideo, awaitVideo), build and put. A piece skips the steps that it does not need. A reply of the inbox
 * begins with answer.
 */
export const bluesky: Connector<Grant, Memo> = {
  network: 'bluesky',
  limits,
  limitsFor,
  operator,
  settings,
  auth,
  plan,
  check,
  judge,
  meter,
  metrics,
  readBack,
  inbox,
  findPeople,
  recall,
  steps: {
    answer,
    look,
    upload,
    uploadAgain,
    sendVideo,
    awaitVideo,
    sendDirectly,
    build,
    put,
    gate,
    commentLook: { ...look, ...comment },
    commentUpload: { ...upload, ...comment },
    commentUploadAgain: { ...uploadAgain, ...comment },
    commentBuild: { ...build, ...comment },
    commentPut: { ...put, ...comment, preparedBy: 'commentBuild' },
  },
}
