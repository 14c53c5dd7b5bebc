import type { Grant as OAuthGrant, Token as OAuthToken } from '../../../core/oauth/tokens.ts'
import type { VideoParts } from '../media/parts.ts'

/** The network's records: members and organizations, their grants, and their posts. */

export type Role = 'ADMINISTRATOR' | 'CONTENT_ADMINISTRATOR' | 'DIRECT_SPONSORED_CONTENT_POSTER' | 'ANALYST'

export interface Member {
  readonly name: string
  /** The member's ID for this app: another app would see another ID. */
  readonly id: string
  readonly urn: string
  readonly organizations: readonly Organization[]
  /**
   * The scopes of the last consent. Null if this run has seen none. A consent with other scopes revokes the earlier
   * one.
   */
  scopes: string | null
  /** Set by the control API: the processing of the next file fails. */
  failsNextFile: boolean
}

export interface Organization {
  readonly name: string
  readonly id: string
  readonly urn: string
  readonly displayName: string
  readonly owner: Member
  readonly usualRole: Role
  /** Null if the owner no longer has a role. */
  role: Role | null
  failsNextFile: boolean
}

/** The author of a post: a member or an organization. */
export type Author = Member | Organization

export const isOrganization = (author: Author): author is Organization => 'owner' in author

export type Grant = OAuthGrant<Member>
export type Token = OAuthToken<Member>

export type AssetKind = 'image' | 'video' | 'document'

/** An uploaded file for a post. */
export interface Asset {
  readonly urn: string
  readonly kind: AssetKind
  readonly owner: Author
  readonly createdAtMs: number
  readonly urlsExpireAtMs: number
  /** Set for videos only. */
  readonly parts: VideoParts | null
  file: AssetFile | null
  /** Null before any bytes have arrived. */
  readyAtMs: number | null
  failure: string | null
  /** True if a thumbnail has arrived. */
  thumbnail: boolean
}

interface AssetFile {
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
}

/** A piece of visible text. A link has a URL. */
export interface Piece {
  readonly text: string
  readonly href?: string
}

export interface Article {
  readonly source: string
  readonly title: string
  readonly description: string
  readonly thumbnail: Asset | null
}

export interface Shown {
  readonly asset: Asset
  readonly altText: string
  readonly title: string | null
}

export interface Poll {
  readonly question: string
  readonly options: readonly string[]
  readonly duration: string
}

export interface Post {
  /** `urn:li:share:…` or `urn:li:ugcPost:…`: the URN that the creator got. */
  readonly urn: string
  /** The URN of the same post as an activity, which has a different number. */
  readonly activity: string
  readonly number: number
  readonly author: Author
  readonly createdAtMs: number
  /** Text in the "little" format, as far as it was understood. */
  commentary: string
  pieces: readonly Piece[]
  readonly visibility: string
  readonly feedDistribution: string
  readonly isReshareDisabled: boolean
  /** The content exactly as sent, to be returned unchanged. */
  readonly content: unknown
  readonly files: readonly Shown[]
  readonly article: Article | null
  readonly poll: Poll | null
  readonly parent: Post | null
  readonly comments: Comment[]
  editedAtMs: number | null
  deleted: boolean
}

export interface Comment {
  readonly id: string
  readonly urn: string
  readonly post: Post
  readonly author: Author
  readonly text: string
  readonly parent: Comment | null
  readonly image: Asset | null
  readonly createdAtMs: number
  deleted: boolean
}
