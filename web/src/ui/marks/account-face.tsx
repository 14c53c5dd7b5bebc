import { Face } from './face.tsx'
import { NetworkMark, type NetworkName } from './network-mark.tsx'

interface AccountFaceProps {
  readonly account: {
    readonly network: NetworkName
    readonly handle: string
    readonly displayName?: string | null | undefined
    readonly avatarUrl?: string | null | undefined
  }
  readonly size?: 28 | 32 | 36 | 40
}

/** An account: its image, or its initials, with its network as a badge. Its name is next to it or in its label. */
export function AccountFace({ account, size = 32 }: AccountFaceProps) {
  const { network, displayName, handle, avatarUrl } = account
  return (
    <span aria-hidden="true" className="relative inline-flex shrink-0 align-middle">
      <Face name={displayName || handle} url={avatarUrl} size={size} />
      <span
        className={`-end-[3px] -bottom-[3px] absolute grid place-items-center overflow-hidden rounded-full bg-surface text-ink shadow-[0_0_0_1px_var(--line)] ${
          size < 36 ? 'size-3.5' : 'size-4'
        }`}
      >
        <span className="grid scale-60 place-items-center">
          <NetworkMark network={network} />
        </span>
      </span>
    </span>
  )
}
