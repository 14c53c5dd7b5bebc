/** The product's mark: the horn on its tile. The browser has it already, as the icon of the tab. */
export const HornTile = ({ className = 'size-6.5' }: { readonly className?: string }) => (
  <img src="/icon.svg" alt="" className={`shrink-0 ${className}`} />
)
