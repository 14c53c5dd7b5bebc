import type { Connector } from '#connectors/connector.ts'
import { meter } from '#connectors/meta/usage.ts'
import { netB as limits } from '#rules/networks/net-b.ts'
import { auth } from './auth.ts'
import type { Grant } from './grant.ts'
import type { Memo } from './memo.ts'
import { photosAgain, sendPhoto } from './photos.ts'
import { plan } from './plan.ts'
import { createPost } from './post.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts.ts'

/** Facebook pages, by the Graph API. */
export const netB: Connector<Grant, Memo> = {
  network: 'net-b',
  limits,
  settings,
  auth,
  plan,
  judge,
  meter,
  steps: {
    post: createPost,
    photo: sendPhoto,
    photosAgain,
    postPhotos: createPost,
  },
}
