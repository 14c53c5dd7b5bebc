import { z } from 'zod'
import { completeView, findFrameFault, groundShape, padMax, rotations, viewFits } from '#rules/view.ts'

const cropText =
  'The frame on the turned image: left, top, width and height, as shares of its sides. Defaults to the whole image. ' +
  `If \`fit\` is \`pad\`, the frame may be larger than the image, at most ${padMax} times.`
const rotateText = 'How far the image is turned clockwise before it is cut, in degrees. Defaults to 0.'
const fitText =
  '`crop` cuts the frame out of the image. `pad` allows a frame that is larger than the image, and fills the rest with ' +
  'the `ground`. Defaults to `crop`.'
const groundText =
  'What fills the rest of a padded frame: a color, or `blur` for the image itself, blurred. Defaults to white.'

/** A view in a request. */
export const mediaView = z
  .strictObject({
    crop: z
      .array(z.number().min(-padMax).max(padMax))
      .length(4)
      .optional()
      .meta({ description: cropText, examples: [[0, 0.1, 1, 0.8]] }),
    rotate: z.literal(rotations).optional().meta({ description: rotateText }),
    fit: z.enum(viewFits).optional().meta({ description: fitText }),
    ground: z
      .string()
      .regex(groundShape, 'must be a color such as #1A2B3C, or blur')
      .optional()
      .meta({ description: groundText, examples: ['#ffffff'] }),
  })
  .superRefine((input, context) => {
    const view = completeView(input)
    const fault = findFrameFault(view)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['crop'], message: fault, input })
    if (input.ground !== undefined && view.fit !== 'pad')
      context.addIssue({ code: 'custom', path: ['ground'], message: 'needs `fit` to be `pad`', input })
  })
  .meta({
    id: 'MediaView',
    description:
      'The part of a still image that the post shows. The image is turned, then the frame is cut out of it, then each ' +
      'network’s own rules apply. The file itself stays whole.',
  })

/** A view in a response. */
export const shownView = z
  .object({
    crop: z
      .array(z.number())
      .readonly()
      .meta({ description: cropText, examples: [[0, 0.1, 1, 0.8]] }),
    rotate: z.literal(rotations).meta({ description: rotateText }),
    fit: z.enum(viewFits).meta({ description: fitText }),
    ground: z
      .string()
      .optional()
      .meta({ description: groundText, examples: ['#ffffff'] }),
  })
  .meta({ id: 'ShownView', description: 'The part of the image that the post shows. Omitted if it shows all of it.' })
