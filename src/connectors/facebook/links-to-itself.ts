/**
 * True for one of Facebook's own URLs. Facebook refuses a post with such a URL in its card (1609008), but accepts it in
 * the text.
 */
export function isFacebookLink(link: string): boolean {
  const host = URL.parse(link)?.hostname ?? ''
  return /(?:^|\.)(?:facebook|fb)\.com$/i.test(host)
}
