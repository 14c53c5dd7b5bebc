import { MediaUnfit } from './connector.ts'

/**
 * An address of ours from which a network fetches a file by itself. The sandbox is on this machine; the network is not,
 * and what it can never reach is better said here than found out there.
 */
export function fetchedFromHere(link: string, { name, api }: { readonly name: string; readonly api: string }): string {
  const url = new URL(link)
  const isFar = api.startsWith('https:')
  if (!isFar || (url.protocol === 'https:' && !here.test(url.hostname))) return link
  throw new MediaUnfit(
    `${name} fetches files from this service, over https and from outside; its own address is ${url.origin}. Set PUBLIC_URL to one that can be reached.`,
  )
}

const here =
  /^(?:localhost|.*\.(?:local|internal|localhost)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\]|[^.]+)$/
