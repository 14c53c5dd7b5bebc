/** Returns a Meta URL without the version at its end: some paths are unversioned. */
export const withoutVersion = (address: string): string => address.replace(/\/v\d+\.\d+$/, '')
