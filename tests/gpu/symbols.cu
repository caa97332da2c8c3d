#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__constant__ float coef[64];
__device__ unsigned long long total;
__device__ float table[1 << 20];
__global__ void conv(float *x, size_t n, int s){ size_t i=blockIdx.x*(size_t)blockDim.x+threadIdx.x; if(i<n){ float a=0; for(int k=0;k<64;k++) a+=coef[k]*x[(i+k*s)%n]; if(i<(1<<20)) table[i]=a; if(a>0) atomicAdd(&total,(unsigned long long)(a*100)); } }
__global__ void back(float *x, size_t n){ size_t i=blockIdx.x*(size_t)blockDim.x+threadIdx.x; if(i<n) x[i]=x[i]*0.5f+table[i%(1<<20)]*0.01f; }
int main(){ size_t n=8<<20; float *x; cudaMalloc(&x,n*4); std::vector<float> h(n); for(size_t i=0;i<n;i++) h[i]=(i*2654435761u%1000)/1000.f; cudaMemcpy(x,h.data(),n*4,cudaMemcpyHostToDevice);
 unsigned long long t, sum=0, z=0; float c[64];
 for(int s=0;s<40;s++){ for(int k=0;k<64;k++) c[k]=(k%7-3+s%3)*0.01f; cudaMemcpyToSymbol(coef,c,sizeof c); cudaMemcpyToSymbolAsync(total,&z,8); conv<<<n/256,256>>>(x,n,s); back<<<n/256,256>>>(x,n); if(s%4==3){ cudaMemcpyFromSymbol(&t,total,8); sum=sum*31+t; } }
 std::vector<float> tab(1<<20); cudaMemcpyFromSymbol(tab.data(),table,sizeof table); double d=0; for(float v:tab) d+=v; cudaMemcpy(h.data(),x,n*4,cudaMemcpyDeviceToHost); double e=0; for(float v:h) e+=v; printf("%llu %.9g %.9g\n",sum,d,e); }
