import { type ReactNode, useId } from "react";

/** The Loam logo: layers of earth in a circle. */
export function Mark({ size }: { readonly size: number }): ReactNode {
  const clip = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="16" cy="16" r="15" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill="#e2bf82" d="M0 0h32v32H0z" />
        <circle cx="21.5" cy="9" r="3.5" fill="#a4512f" />
        <path fill="#d19a45" d="M0 13c6-3 11 2 17 0s10-3 15-1v20H0z" />
        <path fill="#a4512f" d="M0 18c5-2 10 2 16 1s11-3 16-1v14H0z" />
        <path fill="#3a2820" d="M0 24c6-1 9 2 16 1s11-2 16 0v7H0z" />
      </g>
    </svg>
  );
}
