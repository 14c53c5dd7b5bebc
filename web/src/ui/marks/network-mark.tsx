import { drawGlyph } from '#rules/face/draw-glyph.ts'
import type { NetworkName } from './networks.ts'

export { type NetworkName, networks } from './networks.ts'

interface MarkProps {
  readonly network: NetworkName
  /** The size and color, such as `size-5 text-failed`. */
  readonly className?: string
}

/** The mark of a network, in the text color. A network whose brand rules are not settled shows letters on a tile. */
export const NetworkMark = ({ network, className = 'size-4' }: MarkProps) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 fill-current ${className}`}>
    {drawGlyph(network).map(([Tag, attributes, text]) => (
      <Tag key={Tag} {...attributes}>
        {text}
      </Tag>
    ))}
  </svg>
)
