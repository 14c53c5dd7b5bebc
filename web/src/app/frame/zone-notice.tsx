import { useState } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { findOtherZone } from '../kept-utc.ts'
import { useSession } from '../session.ts'

const loadAside = makeImport(() => import('./zone-aside.tsx'))
/** Most people have chosen a zone. */
const ZoneAside = makeLatePart(async () => (await loadAside()).ZoneAside)

/**
 * Offers the browser's time zone to a user who may never have chosen one. Otherwise, recurring posts could be hours
 * off.
 */
export function ZoneNotice() {
  const session = useSession()
  const [isDismissed, setDismissed] = useState(false)
  const user = session.state === 'in' ? session.signedIn.user : null
  const zone = user && !isDismissed ? findOtherZone(user) : null
  if (!user || zone === null) return null
  return <ZoneAside uid={user.uid} zone={zone} onDismiss={() => setDismissed(true)} />
}
