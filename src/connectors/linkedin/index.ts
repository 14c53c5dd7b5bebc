import type { Connector } from '#connectors/connector.ts'
import { linkedin as limits } from '#rules/networks/linkedin.ts'
import { auth } from './auth.ts'
import { check } from './check.ts'
import { comment } from './comment.ts'
import { awaitDocument, document, documentAgain } from './document.ts'
import type { Grant } from './grant.ts'
import { awaitImage, image, imageAgain } from './images.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { plan } from './plan.ts'
import { createPost } from './post.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts.ts'
import { awaitVideo, finishVideo, sendVideo, startVideo, videoAgain } from './video.ts'

/** LinkedIn, by its versioned API: members, and the organizations that they manage. */
export const linkedin: Connector<Grant, Memo> = {
  network: 'linkedin',
  limits,
  settings,
  auth,
  plan,
  check,
  judge,
  metrics,
  recall,
  steps: {
    image,
    awaitImage,
    imageAgain,
    document,
    awaitDocument,
    documentAgain,
    startVideo,
    sendVideo,
    finishVideo,
    awaitVideo,
    videoAgain,
    post: createPost,
    comment,
  },
}
