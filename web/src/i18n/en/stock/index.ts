/** The texts of the search for stock photos and GIFs, which load only where a provider is set up. */
export const stock = {
  library: 'Library',
  places: 'Choose from',
  find: 'Search',
  provider: 'Provider',
  privacy: (provider: string) =>
    `The words you type are sent to ${provider} through this service. ${provider} doesn’t see who you are.`,
  creditInText: 'Credit in the text',
  play: 'Play GIFs',
  more: 'Load more',
  source: 'Source',
  license: 'License',
  /** The texts of each kind of provider. The author of a GIF is empty if unknown. */
  kinds: {
    photo: {
      title: 'Stock photos',
      search: 'Search for free photos',
      results: 'Photos found',
      none: 'No photos found. Try other words.',
      providedBy: (provider: string) => `Photos provided by ${provider}`,
      credit: (author: string, provider: string) => `Photo by ${author} on ${provider}`,
      add: (author: string, altText: string) => `Add photo by ${author}${altText === '' ? '' : `: ${altText}`}`,
      added: (author: string) => `Photo by ${author} added`,
    },
    gif: {
      title: 'GIFs',
      search: 'Search for GIFs',
      results: 'GIFs found',
      none: 'No GIFs found. Try other words.',
      providedBy: (provider: string) => `Powered by ${provider}`,
      credit: (author: string, provider: string) =>
        author === '' ? `GIF via ${provider}` : `GIF by ${author} via ${provider}`,
      add: (author: string, altText: string) =>
        `${author === '' ? 'Add GIF' : `Add GIF by ${author}`}${altText === '' ? '' : `: ${altText}`}`,
      added: (author: string) => (author === '' ? 'GIF added' : `GIF by ${author} added`),
    },
  },
}
