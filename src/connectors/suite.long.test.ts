import { byConsent } from '#test/connector-suite/networks/bluesky.ts'
import { everyNetwork } from '#test/connector-suite/networks/index.ts'
import { otherFediverse } from '#test/connector-suite/networks/mastodon.ts'
import { onceFor, suiteFor } from '#test/connector-suite/suite.ts'

for (const network of Object.values(everyNetwork)) suiteFor(network)
onceFor(otherFediverse)
onceFor(byConsent)
