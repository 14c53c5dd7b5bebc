import type { PostId, ProfileId } from './ids.ts'
import { toWire } from './ids.ts'

interface Installation {
  readonly publicUrl: string
}

/** Returns the URL of a page of a brand in the web app. */
export const pageOf = ({ publicUrl }: Installation, profileId: ProfileId, path: string): string =>
  `${publicUrl}/p/${toWire('prof', profileId)}/${path}`

export const postPage = (to: Installation, profileId: ProfileId, postId: PostId): string =>
  pageOf(to, profileId, `posts/${toWire('post', postId)}`)

/** Returns the URL of a page that every brand has. It opens for the brand that the reader used last. */
export const openPage = ({ publicUrl }: Installation, path: string): string => `${publicUrl}/open/${path}`
