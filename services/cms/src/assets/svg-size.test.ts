import { expect, test } from '@jest/globals';
import { svgSize } from './svg-size.ts';

test.each([
  ['width="40" height="20"', 40, 20],
  ['width="40px" height="20.4px" viewBox="0 0 1 1"', 40, 20],
  ['width="40" viewBox="0 0 200 50"', 40, 10],
  ['height="10" viewBox="0,0,200,50"', 40, 10],
  ['width="100%" height="100%" viewBox="0 0 24 12"', 24, 12],
  ['viewBox="-1 -1 24.2 12"', 24, 12],
  ['width="10em" height="5em"', null, null],
  ['viewBox="0 0 0 10"', null, null],
  ['viewBox="0 0 a b"', null, null],
  ['width="900000" height="900000"', null, null],
])('a drawing with %s is %p × %p pixels', (attributes, width, height) => {
  expect(svgSize(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path/></svg>`))).toEqual({
    width,
    height,
  });
});
