import type { Parts } from './parts.ts'

/** What the network knows: of its members and organizations, of what they granted, and of what they posted. */

export type Role = 'ADMINISTRATOR' | 'CONTENT_ADMINISTRATOR' | 'DIRECT_SPONSORED_CONTENT_POSTER' | 'ANALYST'

export interface Member {
  readonly name: string
  /** As this app knows them: another app would see another id. */
  readonly id: string
  readonly urn: string
  readonly organizations: readonly Organization[]
  /** What the app was allowed last; null: nothing that this run has seen. Another set ends what was before. */
  scopes: string | null
  /** What was granted in runs before this one has ended in this one. */
  endedEarlier: boolean
  /** Set from the control address: the next file cannot be processed. */
  failsNextFile: boolean
}

export interface Organization {
  readonly name: string
  readonly id: string
  readonly urn: string
  readonly displayName: string
  readonly owner: Member
  readonly usualRole: Role
  /** Null: the owner has none any more. */
  role: Role | null
  failsNextFile: boolean
}

/** Who posts: a member or an organization. */
export type Author = Member | Organization

export const isOrganization = (author: Author): author is Organization => 'owner' in author

/** What one press of "Allow" gave. */
export interface Grant {
  readonly id: string
  readonly member: Member
  readonly scopes: readonly string[]
  dead: boolean
}

export interface Token {
  readonly text: string
  readonly use: 'access' | 'refresh'
  readonly grant: Grant
  readonly issuedAtMs: number
  readonly untilMs: number
  revoked: boolean
}

/** Good once, for half an hour. */
export interface Code {
  readonly member: Member
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly expiresAtMs: number
}

export type AssetKind = 'image' | 'video' | 'document'

/** A file on its way to a post. */
export interface Asset {
  readonly urn: string
  readonly kind: AssetKind
  readonly owner: Author
  readonly createdAtMs: number
  readonly urlsExpireAtMs: number
  /** Of a video alone. */
  readonly parts: Parts | null
  file: AssetFile | null
  /** Null: nothing has come yet. */
  readyAtMs: number | null
  failure: string | null
  /** A picture for it has come. */
  thumbnail: boolean
}

export interface AssetFile {
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
}

/** A piece of what is seen; what leads somewhere has an address. */
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
  /** `urn:li:share:…` or `urn:li:ugcPost:…`: the one that its maker was told. */
  readonly urn: string
  /** The other two names of the same post have other numbers. */
  readonly activity: string
  readonly number: number
  readonly author: Author
  readonly createdAtMs: number
  /** Little text, as far as it was understood. */
  commentary: string
  pieces: readonly Piece[]
  readonly visibility: string
  readonly feedDistribution: string
  readonly isReshareDisabled: boolean
  /** As it was sent, to come back the same. */
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
