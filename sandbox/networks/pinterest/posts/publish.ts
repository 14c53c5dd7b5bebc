import type { LedgerEntry } from '../../../core/control/ledger.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Pin } from '../state/records.ts'

/** Publishes a validated post and records it in the ledger. */
export function publish(platform: Platform, person: Person, draft: Omit<Pin, 'id' | 'number' | 'person' | 'at'>): Pin {
  person.made += 1
  const pin: Pin = { ...draft, id: platform.nextId(), number: person.made, person, at: platform.world.clock.now() }
  platform.pins.set(pin.id, pin)
  person.pins.push(pin)
  record(platform, pin, 'post')
  return pin
}

export function unpublish(platform: Platform, pin: Pin): void {
  platform.pins.delete(pin.id)
  pin.person.pins.splice(pin.person.pins.indexOf(pin), 1)
  record(platform, pin, 'delete')
}

const textOf = ({ title, description }: Pin): string =>
  [title, description].filter((text) => text !== null).join('\n\n')

function record({ world }: Platform, pin: Pin, kind: LedgerEntry['kind']): void {
  world.ledger.add({
    id: pin.id,
    network: 'pinterest',
    account: pin.person.name,
    kind,
    text: textOf(pin),
    media: pin.media.map(({ kind, mime, bytes, sha256, url }) => ({
      kind,
      mime,
      bytes,
      sha256,
      url,
      alt: pin.altText ?? '',
    })),
    key: null,
    replyTo: null,
  })
}
