import type { Connector } from '#connectors/connector.ts'
import { meter } from '#connectors/meta/usage.ts'
import { facebook as limits } from '#rules/networks/facebook.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check } from './check.ts'
import { hear } from './hear.ts'
import { inbox } from './inbox/inbox.ts'
import { photoStory, photosAgain, sendPhoto } from './media/photos.ts'
import { awaitUpload, finishReel, finishStory, sendUpload, startUpload, videoAgain } from './media/reel.ts'
import { awaiting, finishVideo, sendVideo, startVideo } from './media/video.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { comment } from './post/comment.ts'
import { createPost } from './post/post.ts'
import { reply } from './post/reply.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** Facebook pages, over the Graph API. */
export const facebook: Connector<Grant, Memo> = {
  network: 'facebook',
  limits,
  operator,
  settings,
  auth,
  plan,
  check,
  judge,
  meter,
  metrics,
  readBack,
  recall,
  inbox,
  hear,
  steps: {
    post: createPost,
    photo: sendPhoto,
    photosAgain,
    postPhotos: createPost,
    startVideo,
    sendVideo,
    videoAgain,
    finishVideo,
    awaitVideo: awaiting('awaitVideo', 'finishVideo'),
    startReel: startUpload,
    sendReel: sendUpload,
    finishReel,
    awaitReel: awaiting('awaitReel', 'finishReel'),
    photoStory,
    startStory: startUpload,
    sendStory: sendUpload,
    awaitUpload,
    finishStory,
    awaitStory: awaiting('awaitStory', 'finishStory'),
    comment,
    reply,
  },
}
