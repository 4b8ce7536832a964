function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Elements that draw. Not on the list: `script`, `foreignObject` (HTML), `a` (a picture is no page), `iframe`
 * and the like, `feImage` (loads), `discard`, `handler`, and whatever drawing programs add for themselves.
 */
export const SVG_ELEMENTS: ReadonlySet<string> = names(`
  svg g defs symbol use title desc switch view style
  path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform mpath set
`);

/** Elements that change attributes of others over time. */
export const SVG_ANIMATIONS: ReadonlySet<string> = names("animate animateTransform set");

/** Elements whose reference is followed to another part of the drawing. */
export const SVG_REFERRERS: ReadonlySet<string> = names(
  "use textPath mpath linearGradient radialGradient pattern filter",
);

/** Attributes that an animation may change: neither where a reference leads nor a style. */
export const SVG_ANIMATED: ReadonlySet<string> = names(`
  cx cy r rx ry x y x1 y1 x2 y2 dx dy d points width height offset pathLength viewBox
  fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-opacity stroke-width
  opacity color display visibility transform gradientTransform patternTransform rotate startOffset
  stop-color stop-opacity flood-color flood-opacity stdDeviation baseFrequency scale k1 k2 k3 k4
  font-size letter-spacing word-spacing textLength
`);

export const SVG_ATTRIBUTES: ReadonlySet<string> = names(`
  ${[...SVG_ANIMATED].join(" ")}
  id class lang role version preserveAspectRatio style href
  aria-describedby aria-hidden aria-label aria-labelledby focusable
  accumulate additive attributeName attributeType azimuth bias begin by calcMode clipPathUnits
  diffuseConstant divisor dur edgeMode elevation end exponent filterUnits from fx fy fr
  gradientUnits in in2 intercept kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
  lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits max
  method min mode numOctaves operator order orient origin path patternContentUnits patternUnits
  pointsAtX pointsAtY pointsAtZ preserveAlpha primitiveUnits radius refX refY repeatCount repeatDur
  restart result seed side slope spacing specularConstant specularExponent spreadMethod
  stitchTiles surfaceScale systemLanguage tableValues targetX targetY to type values
  xChannelSelector yChannelSelector z zoomAndPan
  alignment-baseline baseline-shift clip clip-path clip-rule color-interpolation
  color-interpolation-filters color-rendering direction dominant-baseline enable-background filter
  font-family font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode overflow
  paint-order pointer-events shape-rendering stroke-linecap stroke-linejoin stroke-miterlimit
  text-anchor text-decoration text-orientation text-rendering transform-origin unicode-bidi
  vector-effect white-space writing-mode
`);
