import type { Connector } from '#connectors/connector.ts'
import { bluesky as limits } from '#rules/networks/bluesky.ts'
import { auth } from './auth.ts'
import { gate } from './gate.ts'
import type { Grant } from './grant.ts'
import { look } from './look.ts'
import type { Memo } from './memo.ts'
import { meter } from './meter.ts'
import { metrics } from './metrics.ts'
import { plan } from './plan.ts'
import { build, put } from './put.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { upload, uploadAgain } from './upload.ts'
import { judge } from './verdicts.ts'
import { awaitVideo, sendDirectly, sendVideo } from './video.ts'

/** Comment steps are optional: when they run, the post is published. */
const comment = { optional: true } as const

/**
 * Bluesky, by the AT Protocol. Each piece of a post, its parts and then the comment under it, goes through look, upload
 * (a video: sendVideo, awaitVideo), build and put. A piece skips the steps that it does not need.
 */
export const bluesky: Connector<Grant, Memo> = {
  network: 'bluesky',
  limits,
  settings,
  auth,
  plan,
  judge,
  meter,
  metrics,
  recall,
  steps: {
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
