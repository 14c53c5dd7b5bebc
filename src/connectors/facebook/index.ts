import type { Connector } from '#connectors/connector.ts'
import { meter } from '#connectors/meta/usage.ts'
import { facebook as limits } from '#rules/networks/facebook.ts'
import { auth } from './auth.ts'
import { comment } from './comment.ts'
import type { Grant } from './grant.ts'
import { hear } from './hear.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { photosAgain, sendPhoto } from './photos.ts'
import { check, plan } from './plan.ts'
import { createPost } from './post.ts'
import { recall } from './recall.ts'
import { awaitUpload, finishReel, finishStory, sendUpload, startUpload, videoAgain } from './reel.ts'
import { settings } from './settings.ts'
import { photoStory } from './story.ts'
import { judge } from './verdicts.ts'
import { awaiting, finishVideo, sendVideo, startVideo } from './video.ts'

/** Facebook pages, by the Graph API. */
export const facebook: Connector<Grant, Memo> = {
  network: 'facebook',
  limits,
  settings,
  auth,
  plan,
  check,
  judge,
  meter,
  metrics,
  recall,
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
  },
}
