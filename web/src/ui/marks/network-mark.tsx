import { type GlyphName, glyphs, tileLetters } from '#rules/face/glyphs.ts'
import type { NetworkName } from './networks.ts'

export { type NetworkName, networks } from './networks.ts'

interface MarkProps {
  readonly network: NetworkName
  /** The size and color, such as `size-5 text-failed`. */
  readonly className?: string
}

/** The mark of a network, in the text color. A network whose brand rules are not settled shows letters on a tile. */
export function NetworkMark({ network, className = 'size-4' }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 fill-current ${className}`}>
      {isDrawn(network) ? (
        <path {...pathOf(network)} fillRule="evenodd" />
      ) : (
        <LetterTile letters={tileLetters[network]} />
      )}
    </svg>
  )
}

const isDrawn = (network: NetworkName): network is NetworkName & GlyphName => network in glyphs

function pathOf(name: GlyphName) {
  const { path, transform } = glyphs[name]
  return { d: path, transform }
}

function LetterTile({ letters }: { readonly letters: string }) {
  return (
    <>
      <rect x="2.5" y="2.5" width="19" height="19" rx="4.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <text x="12" y="16.6" textAnchor="middle" fontSize="12.5" fontWeight="700">
        {letters}
      </text>
    </>
  )
}
