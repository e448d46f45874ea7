/** A reference as registries define it; a tag has no `+`. Anything looser could pass a prefix and mean another image (T8). */
const REFERENCE =
  /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

export function isImageReference(image: string): boolean {
  return REFERENCE.test(image);
}
