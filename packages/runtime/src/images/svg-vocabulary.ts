/*
 * The vocabulary of an SVG icon (SVG 2, Filter Effects 1, CSS Masking 1): elements that draw a
 * self-contained still picture. Links, embedded images, animation, foreign content and scripts are excluded.
 */

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

export const drawingElements = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker style
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** Their children are drawn as if they were not there. */
export const transparentElements = words('a switch');

/** Elements that no honest icon has, in any namespace and letter case; a file that has one is refused. */
export const activeElements = words(`
  script foreignobject iframe frame frameset object embed applet audio video canvas handler listener image feimage
  html body head base meta link form input textarea button img`);

/** Attributes that are also properties of CSS. */
export const properties = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction
  display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font-family
  font-size font-size-adjust font-stretch font-style font-variant font-weight glyph-orientation-horizontal
  glyph-orientation-vertical image-rendering isolation letter-spacing lighting-color marker-end marker-mid marker-start
  mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform transform-origin unicode-bidi vector-effect visibility
  word-spacing writing-mode`);

export const attributes = words(`
  amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
  filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix
  kernelUnitLength lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits method
  mode numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points
  pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry
  scale seed side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
  surfaceScale tableValues targetX targetY textLength type values version viewBox width x x1 x2 xChannelSelector y y1 y2
  yChannelSelector z`);

/** Words for people and names; nothing in them is ever evaluated. */
export const texts = words('id class role lang aria-label aria-labelledby aria-describedby aria-hidden');

/** Functions that a value may call. */
export const functions = words(`
  rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy blur brightness
  contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia`);
