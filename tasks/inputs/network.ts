import { z } from 'zod'
import { type Network, networks, readPlatform } from '#rules/network-names.ts'
import { refuseInput } from '../run-task.ts'

export const networkInput = z
  .string()
  .min(1)
  .describe(`A network: ${networks.join(', ')}.`)

/** Returns the network with this name, ignoring case. */
export const requireNetwork = (name: string, path: string): Network =>
  readPlatform(name.toLowerCase()) ?? refuseInput(path, `"${name}" isn’t a network. Networks: ${networks.join(', ')}.`)
