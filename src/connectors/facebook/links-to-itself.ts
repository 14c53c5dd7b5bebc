/** True for an address of Facebook itself. It refuses a post whose card has one (1609008), and takes one in the text. */
export function isFacebookLink(link: string): boolean {
  const host = URL.parse(link)?.hostname ?? ''
  return /(?:^|\.)(?:facebook|fb)\.com$/i.test(host)
}
