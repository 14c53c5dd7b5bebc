import type { Messages } from '#web/i18n/index.ts'
import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'

const isNetwork = (name: string): name is NetworkName => name in networks

/** Names a test: by what it looks at, or by its network. One that is newer than these words keeps its name. */
export function nameOfTest(test: string, { admin }: Messages): string {
  const names: Readonly<Record<string, string>> = admin.selfTests.names
  const network = test.replace('network:', '')
  return names[test] ?? (isNetwork(network) ? networks[network].name : test)
}
