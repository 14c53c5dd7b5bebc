interface LinkCard {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly image: string | null
}

interface FeedMedia {
  readonly kind: 'image' | 'video' | 'audio'
  /** Null while the network is processing the file. */
  readonly url: string | null
  readonly alt: string
  /** The URL of a video's cover image. */
  readonly cover?: string
}

/** A post as people on the network see it. */
export interface FeedPost {
  readonly id: string
  readonly account: string
  readonly displayName: string
  readonly handle: string
  /** The kind of post, if the network has several: `Story`, `Reel`, `Short`. */
  readonly kind?: string
  /** Labels next to the name: `Edited`, `Only me`. */
  readonly notes?: readonly string[]
  readonly at: Date
  readonly title?: string
  /** The text in pieces; a piece with `href` is a link. */
  readonly text: readonly { readonly text: string; readonly href?: string }[]
  /** The content warning that hides the text and the files. */
  readonly warning?: string
  readonly media: readonly FeedMedia[]
  readonly card?: LinkCard
  /** The cards of a post that may have several, instead of `card`. */
  readonly cards?: readonly LinkCard[]
  readonly poll?: { readonly question?: string; readonly options: readonly string[]; readonly ends?: string }
  /** The text of the quoted post, and its author. */
  readonly quote?: string
  readonly quoteOf?: string
  readonly replyTo: string | null
  readonly counts: readonly { readonly name: string; readonly count: number }[]
}
