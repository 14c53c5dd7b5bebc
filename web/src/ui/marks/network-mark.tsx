import type { components } from '@posthorn/sdk'

export type NetworkName = components['schemas']['Account']['network']

/** Names as the networks write them, and two letters. No logos, because each is a trademark with its own rules. */
export const networks: Readonly<Record<NetworkName, { readonly name: string; readonly letters: string }>> = {
  bluesky: { name: 'Bluesky', letters: 'Bs' },
  facebook: { name: 'Facebook', letters: 'Fb' },
  linkedin: { name: 'LinkedIn', letters: 'Li' },
  x: { name: 'X', letters: 'X' },
  pinterest: { name: 'Pinterest', letters: 'Pi' },
  tiktok: { name: 'TikTok', letters: 'Tk' },
  threads: { name: 'Threads', letters: 'Th' },
  mastodon: { name: 'Mastodon', letters: 'Ma' },
  youtube: { name: 'YouTube', letters: 'Yt' },
  instagram: { name: 'Instagram', letters: 'Ig' },
}

export function NetworkMark({
  network,
  isLarge = false,
}: {
  readonly network: NetworkName
  readonly isLarge?: boolean
}) {
  return (
    <span
      aria-hidden="true"
      className={`inline-grid shrink-0 place-items-center rounded-sm border leading-none border-line bg-sunken font-semibold text-ink-2 ${
        isLarge ? 'size-9 text-sm' : 'size-5 text-[0.625rem]'
      }`}
    >
      {networks[network].letters}
    </span>
  )
}
