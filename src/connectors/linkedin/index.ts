import type { Connector } from '#connectors/connector.ts'
import { linkedin as limits } from '#rules/networks/linkedin.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check } from './check.ts'
import { awaitThumbnail, look, thumbnail } from './media/card.ts'
import { awaitDocument, document, documentAgain } from './media/document.ts'
import { awaitImage, image, imageAgain } from './media/images.ts'
import { awaitVideo, finishVideo, sendVideo, startVideo, videoAgain } from './media/video.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { comment } from './post/comment.ts'
import { createPost } from './post/post.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** LinkedIn, over its versioned API: members and the organizations that they manage. */
export const linkedin: Connector<Grant, Memo> = {
  network: 'linkedin',
  limits,
  operator,
  settings,
  auth,
  plan,
  check,
  judge,
  metrics,
  readBack,
  recall,
  steps: {
    look,
    thumbnail,
    awaitThumbnail,
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
