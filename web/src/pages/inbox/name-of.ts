/** The name of a stranger, or the handle where the network has no name. */
export const nameOf = ({ name, handle }: { readonly name: string | null; readonly handle: string }): string =>
  name || handle
