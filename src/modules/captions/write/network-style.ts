import type { Network } from '#rules/network-names.ts'

/** Customs on a network beyond its limits. They are conventions, not rules of the network. */
export interface NetworkStyle {
  /** The maximum number of hashtags that readers there are used to. */
  readonly tags: number
  readonly tagPlacement: 'inline' | 'end'
  /** `field`: the network has its own field for the link. `none`: a link in the text is not clickable. */
  readonly link: 'end' | 'own line' | 'field' | 'none'
  /** `field`: the network has its own field for the title. */
  readonly title: 'first line' | 'if short' | 'field'
  /** `one`: no line breaks. `sentences`: a paragraph for each sentence. */
  readonly paragraphs: 'kept' | 'one' | 'sentences'
  /** True where a sober tone is usual, so that emoji and repeated exclamation marks are removed. */
  readonly sober?: true
}

export const networkStyles: Readonly<Record<Network, NetworkStyle>> = {
  bluesky: { tags: 3, tagPlacement: 'end', link: 'end', title: 'if short', paragraphs: 'kept' },
  facebook: { tags: 2, tagPlacement: 'end', link: 'own line', title: 'first line', paragraphs: 'kept' },
  linkedin: {
    tags: 5,
    tagPlacement: 'end',
    link: 'own line',
    title: 'first line',
    paragraphs: 'sentences',
    sober: true,
  },
  x: { tags: 2, tagPlacement: 'inline', link: 'end', title: 'if short', paragraphs: 'one' },
  pinterest: { tags: 5, tagPlacement: 'end', link: 'field', title: 'field', paragraphs: 'one' },
  tiktok: { tags: 5, tagPlacement: 'inline', link: 'none', title: 'first line', paragraphs: 'one' },
  threads: { tags: 1, tagPlacement: 'end', link: 'end', title: 'if short', paragraphs: 'kept' },
  mastodon: { tags: 5, tagPlacement: 'end', link: 'own line', title: 'first line', paragraphs: 'kept' },
  // The API accepts 30 hashtags, but Instagram allows more and more accounts only five.
  instagram: { tags: 5, tagPlacement: 'end', link: 'none', title: 'first line', paragraphs: 'kept' },
  youtube: { tags: 3, tagPlacement: 'end', link: 'own line', title: 'field', paragraphs: 'kept' },
}
