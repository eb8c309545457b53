import { type AppError, invalidField } from '../errors.ts';

/** @throws AppError `validation_failed`, with what is wrong about the image */
export const refuseImage = (problem: string): never => invalidField('file', problem);

/** The problem that {@link refuseImage} was called with. */
export const problemOf = ({ message }: AppError): string => message.replace(/^The file /, '').replace(/\.$/, '');

const smallest = 16;
const largest = 2048;

/** @throws AppError `validation_failed` for an image that is no icon by its size */
export function checkDimensions(width: number, height: number): void {
  const isIcon = [width, height].every((side) => side >= smallest && side <= largest);
  if (!isIcon) refuseImage(`is ${width} × ${height} pixels; each side has ${smallest} to ${largest}`);
}
