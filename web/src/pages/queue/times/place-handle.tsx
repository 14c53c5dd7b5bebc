import { useMessages } from '#web/i18n/index.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

interface HandleProps {
  readonly name: string
  readonly postId: string
  /** The posts of the plan, in order. */
  readonly order: readonly string[]
  readonly onMove: (postId: string, beforeId: string | null) => void
}

export const placeType = 'application/x-posthorn-place'

/** Moves a post within its plan: it can be dragged, and opens a menu with the same moves. */
export function PlaceHandle({ name, postId, order, onMove }: HandleProps) {
  const { slots } = useMessages()
  const nth = order.indexOf(postId)
  const moveTo = (beforeId: string | null) => onMove(postId, beforeId)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu inside offers the same moves without dragging
    <span
      draggable
      data-place={postId}
      onDragStart={({ dataTransfer, currentTarget }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData(placeType, postId)
        const row = currentTarget.closest('li')
        if (row) dataTransfer.setDragImage(row, 0, 0)
      }}
      className="absolute inset-y-0 start-0 z-10 flex cursor-grab items-center active:cursor-grabbing"
    >
      <Menu
        label={slots.place(name)}
        trigger={<Grip />}
        triggerClass="grid h-9 w-7 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink data-popup-open:bg-sunken"
      >
        {nth > 0 && <MenuItem onSelect={() => moveTo(order[0] ?? null)}>{slots.top}</MenuItem>}
        {nth > 0 && <MenuItem onSelect={() => moveTo(order[nth - 1] ?? null)}>{slots.earlier}</MenuItem>}
        {nth < order.length - 1 && <MenuItem onSelect={() => moveTo(order[nth + 2] ?? null)}>{slots.later}</MenuItem>}
        {nth < order.length - 1 && <MenuItem onSelect={() => moveTo(null)}>{slots.end}</MenuItem>}
      </Menu>
    </span>
  )
}

const Grip = () => (
  <svg viewBox="0 0 8 14" aria-hidden="true" className="h-3.5 w-2" fill="currentColor">
    {[2, 7, 12].map((y) => [1.5, 6.5].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.2" />))}
  </svg>
)
