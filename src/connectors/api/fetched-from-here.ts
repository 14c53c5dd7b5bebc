import { MediaUnfit } from '#connectors/connector.ts'

/**
 * Checks one of our URLs that the network fetches a file from. The sandbox runs on this machine and can reach any URL.
 * A real network cannot, so a URL that it can never reach is refused here instead of failing there.
 */
export function fetchedFromHere(link: string, { name, api }: { readonly name: string; readonly api: string }): string {
  const url = new URL(link)
  const isFar = api.startsWith('https:')
  if (!isFar || (url.protocol === 'https:' && !here.test(url.hostname))) return link
  throw new MediaUnfit(
    `${name} downloads files from this server and can’t reach ${url.origin}. Set PUBLIC_URL to a public https URL.`,
  )
}

const here =
  /^(?:localhost|.*\.(?:local|internal|localhost)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\]|[^.]+)$/
